#!/usr/bin/env python3
"""A fleet under load, with faults by chance, and what the phones heard of it.

    faults.py FOLDER --riders 2000 --seed 7              one schedule of faults
    faults.py FOLDER --riders 20000 --spread 480 --faults none
    faults.py FOLDER --faults rolling                    restarts all, one after the other, with drain
    faults.py FOLDER --faults migration                  changes the schema again and again
    faults.py FOLDER --faults hostile                    one phone floods it with lies
    faults.py FOLDER --planted no-leg                    must end with 1: the service has a defect

It needs root: one worker has a network of its own, which can be cut. The schedule, what the phones heard and what the checker says are
kept in FOLDER.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Deployment"))
from local_fleet import LocalFleet, wait_for  # noqa: E402


class Network:
    """A network for one worker, joined to the others by a cable that can be pulled. Several runs have one each."""

    def __enter__(self):
        for number in range(250):
            self.name = f"alight-w3-{number}"
            if subprocess.run(["ip", "netns", "add", self.name], stderr=subprocess.DEVNULL).returncode == 0:
                break
        else:
            sys.exit("faults: no network can be made: it needs root, and `ip netns` shows what was left behind")
        self.host, self.guest = (f"10.213.{number}.{end}" for end in (1, 2))
        for command in (
            f"ip link add {self.name} type veth peer name inside netns {self.name}",
            f"ip addr add {self.host}/30 dev {self.name}",
            f"ip link set {self.name} up",
            f"ip netns exec {self.name} ip addr add {self.guest}/30 dev inside",
            f"ip netns exec {self.name} ip link set inside up",
            f"ip netns exec {self.name} ip link set lo up",
        ):
            subprocess.run(command.split(), check=True)
        return self

    def __exit__(self, *_):
        subprocess.run(["ip", "netns", "del", self.name], stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "del", self.name], stderr=subprocess.DEVNULL)

    def cut(self, is_cut):
        # Packets vanish without a word, as they do where a cable is pulled; the servers' address stays.
        state = "down" if is_cut else "up"
        subprocess.run(f"ip netns exec {self.name} ip link set inside {state}".split(), check=True)

    @property
    def prefix(self):
        return ("ip", "netns", "exec", self.name)


class Run:
    """One run of load and faults."""

    def __init__(self, options, network):
        self.options = options
        self.network = network
        self.folder = pathlib.Path(options.folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        builds = HERE.parent / ".build" / "release"
        self.lab = builds / "fleet-lab"
        self.fleet = LocalFleet(self.folder / "fleet", builds / "alight-fleet", address=network.host)
        self.random = random.Random(options.seed)
        self.log = []
        self.began = time.time()

    def note(self, what):
        self.log.append({"at": round(time.time() - self.began, 2), "what": what})
        print(f"{self.log[-1]['at']:8.2f} s  {what}", file=sys.stderr)

    def start_worker(self, name):
        prefix = self.network.prefix if name.startswith("w3") else ()
        program, options = None, ["--acknowledged", "--order", self.options.order]
        if name.startswith("w2"):
            # Its clock can be set by what is written into a file; else it is the same worker.
            self.clock = self.folder / "clock"
            self.clock.write_text("0")
            program, options = self.lab, [*options, "--clock", str(self.clock)]
        if self.options.planted:
            program, options = self.lab, [*options, "--planted", self.options.planted]
        self.fleet.start_worker(name, prefix=prefix, options=options, program=program)

    def up(self):
        self.fleet.make()
        if "postgres" not in self.fleet.processes:
            self.fleet.start_database()
        for node in self.fleet.state["nodes"]:
            self.fleet.start_node(node)
        with open(self.folder / "riders.ndjson", "wb") as riders:
            subprocess.run(
                [self.lab, "riders", "--count", str(self.options.riders), "--seed", str(self.options.seed), "--delay",
                 str(self.options.delay), "--spread", str(self.options.spread)], stdout=riders, check=True)
        environment = self.fleet.environment(self.fleet.tenants[0])
        subprocess.run([self.fleet.program, "import", self.folder / "riders.ndjson"], env=environment, check=True)
        for name in ("w1", "w2", "w3"):
            self.start_worker(name)
        wait_for("the fleet", lambda: self.fleet.status().returncode == 0)
        self.note("all partitions have a worker")
        tenant = self.fleet.tenants[0]
        self.phones = subprocess.Popen(
            [self.lab, "phones", "--riders", self.folder / "riders.ndjson", "--seed", str(self.options.seed), "--nats",
             self.fleet.servers, "--history", self.folder / "history.ndjson", "--password-file",
             self.fleet.folder / f"{tenant}-phones.nats", "--ca", self.fleet.folder / "ca.pem"]
            + (["--asking"] if self.options.phones == "asking" else []),
            stdout=subprocess.PIPE, text=True)

    # Faults: each comes and goes again

    def worker(self):
        names = [name for name, process in self.fleet.processes.items() if name.startswith("w") and process.poll() is None]
        return self.random.choice(sorted(names))

    def replace(self, name):
        again = name.split("-")[0] + f"-{len(self.log)}"
        self.start_worker(again)
        return again

    def kill_worker(self):
        name = self.worker()
        self.fleet.processes[name].kill()
        self.note(f"kill -9 {name}")
        self.pause(2, 15)
        self.note(f"start {self.replace(name)}")

    def pause_worker(self):
        name = self.worker()
        process = self.fleet.processes[name]
        self.signal(process, signal.SIGSTOP)
        self.note(f"stop {name} for a while")
        self.pause(1, 12)
        self.signal(process, signal.SIGCONT)
        self.note(f"{name} goes on")

    def kill_leader(self):
        node = self.random.choice(self.fleet.state["nodes"])
        self.fleet.processes[node["name"]].kill()
        self.fleet.processes[node["name"]].wait()
        self.note(f"kill -9 {node['name']}")
        self.pause(2, 12)
        self.fleet.start_node(node)
        self.note(f"start {node['name']}")

    def pause_node(self):
        node = self.random.choice(self.fleet.state["nodes"])
        process = self.fleet.processes[node["name"]]
        process.send_signal(signal.SIGSTOP)
        self.note(f"stop {node['name']} for a while")
        self.pause(1, 6)
        process.send_signal(signal.SIGCONT)
        self.note(f"{node['name']} goes on")

    def stop_database(self):
        self.fleet.stop_database()
        self.note("PostgreSQL stops at once")
        self.pause(1, 8)
        self.fleet.start_database()
        self.note("PostgreSQL is there again")

    def cut(self):
        self.network.cut(True)
        self.note("w3 is cut off")
        self.pause(2, 20)
        self.network.cut(False)
        self.note("w3 is joined again")

    def set_clock(self):
        by = self.random.choice([-3600, -90, 45, 600, 7200])
        self.clock.write_text(f"{by}")
        self.note(f"the clock of w2 is set by {by} s")
        self.pause(3, 20)
        self.clock.write_text("0")
        self.note("the clock of w2 is right again")

    def signal(self, process, number):
        # What was started in another network has a process of its own below.
        if process.poll() is None:
            os.kill(process.pid, number)

    def pause(self, least, most):
        time.sleep(self.random.uniform(least, most))

    def random_faults(self):
        kinds = [getattr(self, kind) for kind in self.options.kinds.split(",")]
        order = kinds[:]
        self.random.shuffle(order)
        while self.phones.poll() is None and self.remaining() > 60:
            (order.pop() if order else self.random.choice(kinds))()
            self.pause(3, 10)

    def rolling(self):
        """Every worker and every node is restarted, one after the other, the workers by drain, while riders are told."""
        time.sleep(max(0, self.first - time.time()))
        environment = self.fleet.environment(self.fleet.tenants[0])
        for name in ("w1", "w2", "w3"):
            self.note(f"start {self.replace(name)}")
            wait_for("the fleet", lambda: self.fleet.status().returncode == 0)
            subprocess.run([self.fleet.program, "drain", name], env=environment, check=True)
            self.note(f"{name} is drained")
        for node in self.fleet.state["nodes"]:
            process = self.fleet.processes[node["name"]]
            # A node in lame duck mode lets its clients go to the others first.
            process.send_signal(signal.SIGUSR2)
            self.note(f"{node['name']} lets its clients go")
            process.wait()
            self.fleet.start_node(node)
            self.note(f"start {node['name']}")

    def migration(self):
        """While riders are told, the schema is changed again and again, each time with all tables locked for some seconds."""
        time.sleep(max(0, self.first - time.time()))
        data = self.fleet.data
        number = 0
        while self.remaining() > 90:
            number += 1
            change = "; ".join(
                ["BEGIN", "LOCK TABLE reminders, ledger, rides, decisions IN ACCESS EXCLUSIVE MODE"]
                + [f"ALTER TABLE {table} ADD COLUMN trial{number} TEXT NOT NULL DEFAULT 'new'" for table in ("reminders", "ledger")]
                + [f"CREATE INDEX trial{number} ON ledger (trial{number})", f"SELECT pg_sleep({self.random.uniform(1, 4):.1f})", "COMMIT"])
            asked = self.fleet.as_server("psql", "-h", data, "-p", self.fleet.state["postgres"], "-d", "alight", "-qAtc", change,
                                         stdout=subprocess.DEVNULL)
            if asked.wait() != 0:
                sys.exit("faults: the schema cannot be changed")
            self.note(f"the schema has been changed {number} times")
            self.pause(5, 10)

    def hostile(self):
        """One rider's phone floods the fleet until all others are told."""
        tenant = self.fleet.tenants[0]
        flood = subprocess.run(
            [self.lab, "hostile", "--rider", "rider0", "--seconds", str(max(10, self.remaining())), "--nats", self.fleet.servers,
             "--password-file", self.fleet.folder / f"{tenant}-phones.nats", "--ca", self.fleet.folder / "ca.pem"],
            capture_output=True, text=True)
        self.note(f"the hostile phone has ended: {flood.stdout.strip()}")

    def remaining(self):
        return self.end - time.time()

    def run(self):
        self.up()
        with open(self.folder / "riders.ndjson", encoding="utf-8") as riders:
            expected = [json.loads(line)["expected"].values() for line in riders]
        self.first, self.end = min(map(min, expected)), max(map(max, expected))
        time.sleep(max(0, self.options.delay - 60))
        usage = self.usage()
        if self.options.faults == "random":
            self.random_faults()
        elif self.options.faults == "rolling":
            self.rolling()
        elif self.options.faults == "migration":
            self.migration()
        elif self.options.faults == "hostile":
            self.hostile()
        output, _ = self.phones.communicate()
        spent = {name: round(after - usage.get(name, after), 1) for name, after in self.usage().items()}
        time.sleep(3)
        self.ledger()
        result = subprocess.run(
            [sys.executable, HERE / "check_history.py", self.folder / "riders.ndjson", self.folder / "history.ndjson",
             "--ledger", self.folder / "ledger.ndjson", *self.judged()], capture_output=True, text=True)
        report = {"began": self.began, "seed": self.options.seed, "riders": self.options.riders, "phones": json.loads(output), "processorSeconds": spent,
                  "memoryMB": self.memory(), "verdict": json.loads(result.stdout or "null"), "faults": self.log}
        (self.folder / "report.json").write_text(json.dumps(report, indent=1))
        print(json.dumps({key: value for key, value in report.items() if key != "faults"}))
        return result.returncode

    def judged(self):
        """How long nobody may be told for, by what went wrong: until the nodes of a broker or a database are there again, ten seconds."""
        if self.options.faults == "hostile":
            return ["--without", "rider0"]
        return ["--within", "10"] if self.options.faults == "random" else []

    def ledger(self):
        text = ("SELECT json_build_object('reminder', reminder, 'leg', leg, 'level', level, 'round', round, 'sent', sent, 'at', at) FROM ledger")
        with open(self.folder / "ledger.ndjson", "wb") as output:
            data = self.fleet.data
            asked = self.fleet.as_server("psql", "-h", data, "-p", self.fleet.state["postgres"], "-d", "alight", "-Atc", text,
                                         stdout=output)
            asked.wait()

    def usage(self):
        """Seconds of processors that each process has used."""
        ticks = os.sysconf("SC_CLK_TCK")
        used = {}
        for name, process in self.fleet.processes.items():
            try:
                fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
                used[name] = (int(fields[11]) + int(fields[12])) / ticks
            except OSError:
                pass
        return used

    def memory(self):
        held = {}
        for name, process in self.fleet.processes.items():
            try:
                held[name] = int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * 4096 >> 20
            except OSError:
                pass
        return held

    def down(self):
        for name, process in self.fleet.processes.items():
            if name != "postgres" and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
        if getattr(self, "phones", None) and self.phones.poll() is None:
            self.phones.kill()
        self.fleet.stop_database()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--riders", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spread", type=float, default=120, help="seconds within which all depart")
    parser.add_argument("--delay", type=float, default=125, help="seconds until the first may depart")
    parser.add_argument("--faults", choices=["random", "rolling", "migration", "hostile", "none"], default="random")
    parser.add_argument("--kinds", default="kill_worker,pause_worker,kill_leader,pause_node,stop_database,cut,set_clock",
                        help="which faults may come")
    parser.add_argument("--phones", choices=["asking", "silent"], default="asking",
                        help="whether they say again what no worker has answered")
    parser.add_argument("--order", choices=["ring-first", "record-first"], default="ring-first")
    parser.add_argument("--planted", choices=["no-leg", "no-replay"], help="a worker with a defect, which the checker is to find")
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    # Whoever ends it ends all that it has started: a fleet that goes on by itself is load that nobody knows of.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with Network() as network:
        run = Run(options, network)
        try:
            return run.run()
        finally:
            run.down()


if __name__ == "__main__":
    sys.exit(main())
