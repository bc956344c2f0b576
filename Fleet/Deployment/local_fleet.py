#!/usr/bin/env python3
"""A whole fleet on one machine: three NATS nodes, PostgreSQL and workers, with TLS and passwords as on several.

    local_fleet.py up FOLDER [--workers 3]     starts it, and tells how to use it
    local_fleet.py down FOLDER                 ends it; what is stored stays
    local_fleet.py status FOLDER

It needs nats-server, postgresql and openssl, and listens on loopback alone.
"""

import argparse
import json
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
NODES = 3


def free_ports(count, address):
    """Ports that nobody listens on now."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind((address, 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_for(what, check, process=None):
    """Waits for a state, for as long as the process that is to bring it about lives."""
    while not check():
        if process is not None and process.poll() is not None:
            sys.exit(f"local_fleet: {what} has ended at once: see its log in the folder")
        time.sleep(0.05)


def listens(address, port):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((address, port)) == 0


class LocalFleet:
    """The processes of a fleet, and where each keeps what it has."""

    def __init__(self, folder, program, address="127.0.0.1", tenants=("linz",)):
        self.folder = pathlib.Path(folder).resolve()
        self.program = pathlib.Path(program)
        self.address = address
        self.tenants = tenants
        self.state_file = self.folder / "fleet.json"
        self.processes = {}
        self.state = json.loads(self.state_file.read_text()) if self.state_file.exists() else None

    # What is made once

    def make(self):
        """Makes keys, passwords and configurations, where there are none yet."""
        if self.state:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o711)
        ports = free_ports(3 * NODES + 1, self.address)
        self.state = {
            "address": self.address,
            "postgres": ports[0],
            "nodes": [
                {"name": f"n{i + 1}", "client": ports[1 + 3 * i], "cluster": ports[2 + 3 * i], "mqtt": ports[3 + 3 * i]}
                for i in range(NODES)
            ],
            "tenants": {
                name: {user: secrets.token_urlsafe(24) for user in ("worker", "phones", "database")}
                for name in self.tenants
            },
            "cluster": secrets.token_urlsafe(24),
            "owner": secrets.token_urlsafe(24),
            "pids": {},
            "data": str(self.place_of_data()),
        }
        self.make_certificates()
        for node in self.state["nodes"]:
            self.write(f"{node['name']}.conf", self.node_configuration(node))
        for name, passwords in self.state["tenants"].items():
            self.write(f"{name}-worker.nats", f"{name}-worker\n{passwords['worker']}\n")
            self.write(f"{name}-phones.nats", f"{name}-phones\n{passwords['phones']}\n")
        self.write(
            "passwords.postgres",
            "".join(
                f"{self.address}:{self.state['postgres']}:alight:{role}:{password}\n"
                for role, password in [("alight", self.state["owner"])]
                + [(name, own["database"]) for name, own in self.state["tenants"].items()]
            ),
        )
        self.make_database()
        self.save()

    def place_of_data(self):
        """In the folder, unless the user that the server runs as may not enter it, as below /root."""
        enters = ["runuser", "-u", "postgres", "--", "test", "-x", self.folder]
        if not self.is_root or subprocess.run(enters, stderr=subprocess.DEVNULL).returncode == 0:
            return self.folder / "postgres"
        place = pathlib.Path("/var/lib/postgresql") / f"alight-{self.folder.name}-{secrets.token_hex(4)}"
        print(f"local_fleet: PostgreSQL may not enter {self.folder}: the database is in {place}", file=sys.stderr)
        return place

    @property
    def data(self):
        return pathlib.Path(self.state["data"])

    def write(self, name, text):
        path = self.folder / name
        path.touch(mode=0o600)
        path.write_text(text)

    def save(self):
        self.write("fleet.json", json.dumps(self.state, indent=2))

    def make_certificates(self):
        """An authority of the fleet's own, which vouches for its servers."""

        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)

        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "3650", "-subj", "/CN=Alight fleet")
        openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=fleet")
        self.write("server.ext", f"subjectAltName=IP:{self.address},IP:127.0.0.1,DNS:localhost\n")
        openssl(
            "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
            "-days", "3650", "-extfile", "server.ext", "-out", "server.pem",
        )
        for name in ("ca.key", "server.key"):
            os.chmod(self.folder / name, 0o600)

    def node_configuration(self, node):
        """One node of NATS: what each user may do is all that they may do."""
        routes = ", ".join(
            f"\"nats://fleet:{self.state['cluster']}@{self.address}:{other['cluster']}\"" for other in self.state["nodes"]
        )
        tls = f'cert_file: "{self.folder}/server.pem", key_file: "{self.folder}/server.key", ca_file: "{self.folder}/ca.pem"'
        accounts = "\n".join(self.account(name, own) for name, own in self.state["tenants"].items())
        return f"""server_name: {node['name']}
listen: {self.address}:{node['client']}
max_payload: 64KB
tls {{ {tls} }}
jetstream {{ store_dir: "{self.folder}/{node['name']}" }}
mqtt {{ listen: {self.address}:{node['mqtt']}, tls {{ {tls} }} }}
cluster {{
  name: alight
  listen: {self.address}:{node['cluster']}
  authorization {{ user: fleet, password: "{self.state['cluster']}" }}
  tls {{ {tls} }}
  routes: [ {routes} ]
}}
accounts {{
{accounts}
}}
"""

    def account(self, name, own):
        """What a tenant has for themselves. What is published by a name that is mapped must be allowed as what it is mapped to: a phone
        that may speak for one rider alone gets `fix.*.RIDER`."""
        return f"""  {name} {{
    jetstream: enabled
    mappings {{
      "phone.*": "fix.{{{{partition(256,1)}}}}.{{{{wildcard(1)}}}}"
      "owntracks.*.*": "fix.{{{{partition(256,1)}}}}.{{{{wildcard(1)}}}}"
    }}
    users [
      {{ user: {name}-worker, password: "{own['worker']}", permissions {{
        publish: ["ring.*", "quiet.*", "worker.*", "state.*", "fix.*.*"], subscribe: ["fix.*.*", "worker.*", "state.*"] }} }}
      {{ user: {name}-phones, password: "{own['phones']}", permissions {{
        publish: ["fix.*.*", "$MQTT.>"], subscribe: ["ring.*", "quiet.*", "_INBOX.>", "$MQTT.>"] }} }}
    ]
  }}"""

    # PostgreSQL

    @property
    def is_root(self):
        return os.geteuid() == 0

    @property
    def database_programs(self):
        versions = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not versions:
            sys.exit("local_fleet: PostgreSQL is not installed: apt-get install postgresql")
        return versions[-1]

    def as_server(self, program, *arguments, **options):
        """A program of PostgreSQL, which refuses to be root."""
        command = [str(self.database_programs / program), *map(str, arguments)]
        if self.is_root:
            command = ["runuser", "-u", "postgres", "--", *command]
        return subprocess.Popen(command, cwd="/", start_new_session=True, **options)

    def make_database(self):
        data = self.data
        data.mkdir(mode=0o700)
        if self.is_root:
            entry = pwd.getpwnam("postgres")
            os.chown(data, entry.pw_uid, entry.pw_gid)
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        made = self.as_server("initdb", "-D", data / "data", "--auth-local=peer", "--auth-host=scram-sha-256",
                              "--username", "postgres" if self.is_root else pwd.getpwuid(os.geteuid()).pw_name, **silent)
        if made.wait() != 0:
            sys.exit(f"local_fleet: no database can be made in {data}")
        for name in ("server.pem", "server.key"):
            shutil.copy(self.folder / name, data / name)
            os.chmod(data / name, 0o600)
            if self.is_root:
                os.chown(data / name, entry.pw_uid, entry.pw_gid)
        # Nobody comes in without TLS and a password but the database's own user on this machine.
        access = data / "data" / "pg_hba.conf"
        access.write_text("local all all peer\nhostssl alight all samenet scram-sha-256\n")
        process = self.start_database()
        statements = [f"CREATE ROLE alight LOGIN PASSWORD '{self.state['owner']}'", "CREATE DATABASE alight OWNER alight"]
        for name, own in self.state["tenants"].items():
            statements.append(f"CREATE ROLE {name} LOGIN PASSWORD '{own['database']}'")
        for statement in statements:
            asked = self.as_server("psql", "-h", data, "-p", self.state["postgres"], "-d", "postgres", "-qc", statement)
            if asked.wait() != 0:
                sys.exit("local_fleet: the database does not take its roles")
        if process.poll() is not None:
            sys.exit("local_fleet: the database has ended")
        self.admit()

    def admit(self):
        """Brings the tables to what this program needs, and lets the tenants use them."""
        for name in self.state["tenants"]:
            subprocess.run(
                [self.program, "admit", name, "--database", self.database("alight")],
                check=True, env=self.environment(), stdout=subprocess.DEVNULL)

    def start_database(self):
        data = self.data
        with open(self.folder / "postgres.log", "ab") as log:
            process = self.as_server(
                "postgres", "-D", data / "data", "-c", f"listen_addresses={self.address}", "-c", f"port={self.state['postgres']}",
                "-c", f"unix_socket_directories={data}", "-c", "ssl=on", "-c", f"ssl_cert_file={data}/server.pem",
                "-c", f"ssl_key_file={data}/server.key", stdout=log, stderr=log)
        wait_for("PostgreSQL", self.database_answers, process)
        self.processes["postgres"] = process
        return process

    def database_answers(self):
        data = self.data
        return self.as_server("pg_isready", "-q", "-h", data, "-p", self.state["postgres"]).wait() == 0

    def stop_database(self, how=signal.SIGQUIT):
        """At once by default, as if the machine had failed."""
        file = self.data / "data" / "postmaster.pid"
        if not file.exists():
            return
        pid = int(file.read_text().split("\n")[0])
        try:
            os.kill(pid, how)
        except ProcessLookupError:
            return
        wait_for("PostgreSQL", lambda: not self.lives(pid))
        self.reap()

    def database(self, role):
        return (f"host={self.address} port={self.state['postgres']} dbname=alight user={role} "
                f"passfile={self.folder}/passwords.postgres sslmode=verify-full sslrootcert={self.folder}/ca.pem")

    # NATS and workers

    @property
    def servers(self):
        return ",".join(f"tls://{self.address}:{node['client']}" for node in self.state["nodes"])

    def start_node(self, node):
        log = self.folder / f"{node['name']}.log"
        process = subprocess.Popen(
            [shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin"), "-c", str(self.folder / f"{node['name']}.conf"),
             "-l", str(log)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_for("nats-server", lambda: listens(self.address, node["client"]), process)
        self.processes[node["name"]] = process

    def environment(self, tenant=None):
        environment = dict(os.environ)
        if tenant:
            environment.update(
                ALIGHT_FLEET_DATABASE=self.database(tenant), ALIGHT_FLEET_NATS=self.servers,
                ALIGHT_FLEET_PASSWORD_FILE=str(self.folder / f"{tenant}-worker.nats"),
                ALIGHT_FLEET_CA=str(self.folder / "ca.pem"))
        return environment

    def start_worker(self, name, tenant=None, prefix=(), options=("--acknowledged",), program=None, environment=None):
        """A worker; `prefix` is what it is started by, as in a network of its own."""
        command = [*prefix, str(program or self.program), "serve-worker", "--name", name, *options]
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env={**self.environment(tenant or self.tenants[0]), **(environment or {})}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)

    def status(self, tenant=None):
        return subprocess.run(
            [self.program, "status"], env=self.environment(tenant or self.tenants[0]), capture_output=True, text=True)

    # All of it

    def up(self, workers):
        self.make()
        if "postgres" not in self.processes:
            self.start_database()
            # The folder may be of an older version.
            self.admit()
        for node in self.state["nodes"]:
            self.start_node(node)
        for number in range(workers):
            self.start_worker(f"w{number + 1}")
        while self.status().returncode != 0:
            self.reap()
            time.sleep(0.2)
        self.state["pids"] = {name: process.pid for name, process in self.processes.items()}
        self.save()

    def down(self):
        self.reap()
        for name, pid in self.state["pids"].items():
            if name != "postgres" and self.lives(pid):
                os.kill(pid, signal.SIGTERM)
        self.stop_database(signal.SIGINT)
        for name, pid in self.state["pids"].items():
            if name.startswith("w") and self.lives(pid):
                os.kill(pid, signal.SIGKILL)
        self.state["pids"] = {}
        self.save()

    def lives(self, pid):
        self.reap()
        return os.path.exists(f"/proc/{pid}")

    def reap(self):
        for process in self.processes.values():
            process.poll()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["up", "down", "status"])
    parser.add_argument("folder")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--program", default=HERE.parent / ".build" / "release" / "alight-fleet")
    options = parser.parse_args()
    if not pathlib.Path(options.program).exists():
        sys.exit(f"local_fleet: there is no {options.program}: make fleet, or name it with --program")
    fleet = LocalFleet(options.folder, options.program)
    if options.command != "up" and not fleet.state:
        sys.exit(f"local_fleet: there is no fleet in {options.folder}: start one with up")
    if options.command == "up":
        if fleet.state and any(os.path.exists(f"/proc/{pid}") for pid in fleet.state["pids"].values()):
            sys.exit(f"local_fleet: the fleet in {options.folder} is up already")
        fleet.up(options.workers)
        tenant = fleet.tenants[0]
        print(fleet.status().stdout)
        print("To use it from this shell:\n")
        for name in ("DATABASE", "NATS", "PASSWORD_FILE", "CA"):
            print(f"  export ALIGHT_FLEET_{name}='{fleet.environment(tenant)[f'ALIGHT_FLEET_{name}']}'")
        nodes = fleet.state["nodes"]
        print(f"\nPhones speak MQTT to {fleet.address}:{nodes[0]['mqtt']} as {tenant}-phones, whose password is in "
              f"{fleet.folder}/{tenant}-phones.nats; {fleet.folder}/ca.pem vouches for the servers.")
    elif options.command == "down":
        fleet.down()
    else:
        print(fleet.status().stdout, end="")


if __name__ == "__main__":
    main()
