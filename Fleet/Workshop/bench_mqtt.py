#!/usr/bin/env python3
"""What phones cost at the edge: MQTT connections at one node of NATS, and what they publish, with the processor time of the server.

    bench_mqtt.py --phones 2000 --fixes 20

Each connects, subscribes to its alerts as phones do, and publishes fixes with QoS 0; the server maps them to partitions, and nobody
hears them. It starts a server of its own on loopback, without TLS. One line of JSON goes to standard output.
"""

import argparse
import asyncio
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

FIX = (b'{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31234,"lon":14.29876,"accuracy":12,"speed":9.5,"answer":true}')


def text(value):
    return len(value).to_bytes(2, "big") + value


def packet(kind, body):
    length, rest = b"", len(body)
    while True:
        length += bytes([rest % 128 | (0x80 if rest > 127 else 0)])
        rest //= 128
        if rest == 0:
            return bytes([kind]) + length + body


class Phone:
    """As much of MQTT 3.1.1 as a phone needs."""

    def __init__(self, number, qos):
        self.name, self.qos = b"rider%d" % number, qos

    async def connect(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(packet(0x10, text(b"MQTT") + bytes([4, 2, 0, 0]) + text(self.name)))
        if await self.reader.readexactly(4) != b"\x20\x02\x00\x00":
            sys.exit("bench_mqtt: the server does not let phones in")
        self.writer.write(packet(0x82, b"\x00\x01" + text(b"ring/" + self.name) + bytes([self.qos])))
        await self.reader.readexactly(5)

    async def say(self):
        self.writer.write(packet(0x30, text(b"phone/" + self.name) + FIX))
        await self.writer.drain()

    async def ping(self):
        """When it is answered the server has taken in all that came before."""
        self.writer.write(b"\xc0\x00")
        await self.reader.readexactly(2)


class Server:
    def __init__(self, folder):
        with socket.socket() as one, socket.socket() as two:
            for open_port in (one, two):
                open_port.bind(("127.0.0.1", 0))
            client, self.port = one.getsockname()[1], two.getsockname()[1]
        configuration = pathlib.Path(folder) / "nats.conf"
        configuration.write_text(
            f'server_name: edge\nlisten: 127.0.0.1:{client}\njetstream {{ store_dir: "{folder}/js" }}\n'
            f'mqtt {{ listen: 127.0.0.1:{self.port} }}\n'
            'mappings { "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}" }\n')
        self.process = subprocess.Popen(["nats-server", "-c", configuration], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        sys.exit("bench_mqtt: nats-server does not start")

    def seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def bytes(self):
        return int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def bench(server, count, fixes, qos):
    phones = [Phone(number, qos) for number in range(count)]
    first = Phone(count, qos)
    await first.connect(server.port)
    empty, used, began = server.bytes(), server.seconds(), time.monotonic()
    for start in range(0, count, 50):
        await asyncio.gather(*(phone.connect(server.port) for phone in phones[start:start + 50]))
    connecting, connected, full = time.monotonic() - began, server.seconds(), server.bytes()
    began = time.monotonic()
    for _ in range(fixes):
        for phone in phones:
            await phone.say()
    await asyncio.gather(*(phone.ping() for phone in phones))
    took, published = time.monotonic() - began, server.seconds()
    print(json.dumps({
        "phones": count, "qos": qos, "bytesPerPhone": (full - empty) // count, "connectsPerSecond": round(count / connecting),
        "microsecondsPerConnect": round(1e6 * (connected - used) / count, 1),
        "fixesPerSecond": round(count * fixes / took), "microsecondsPerFix": round(1e6 * (published - connected) / (count * fixes), 1)}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=2000)
    parser.add_argument("--fixes", type=int, default=20)
    parser.add_argument("--qos", type=int, choices=[0, 1], default=1, help="with which they hear alerts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="alight-mqtt-") as folder:
        server = Server(folder)
        try:
            asyncio.run(bench(server, options.phones, options.fixes, options.qos))
        finally:
            server.process.kill()
            server.process.wait()


if __name__ == "__main__":
    main()
