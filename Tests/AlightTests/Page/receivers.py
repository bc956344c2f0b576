"""Servers that the page talks to where its rider has asked for it: a push service that decrypts what it is given, as a browser does, a
webhook that fails a few times first, and pictures of a map."""

import base64
import json
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils


def unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Receivers:
    """Both at one port. `pushed` and `hooked` hold what came, each with its fields."""

    def __init__(self, port, failures=0):
        self.port, self.failures = port, failures
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        self.pushed, self.hooked, self.refused = [], [], []
        receivers = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receivers.take(self.path, dict(self.headers), body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self):
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"http://127.0.0.1:{self.port}/push/1",
                "keys": {"p256dh": encoded(point), "auth": encoded(self.secret)}}

    def take(self, path, fields, body):
        if path == "/hook":
            self.refused.append(body)
            if len(self.refused) <= self.failures:
                return 503
            self.hooked.append((fields, json.loads(body)))
            return 200
        fault = self.fault_of(fields, body)
        if fault:
            self.refused.append(fault)
            return 400
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        self.pushed.append((fields, json.loads(text)))
        return 201

    def fault_of(self, fields, body):
        """What a push service would refuse; None for nothing."""
        if len(body) > 4096:
            return "too long"
        if fields.get("Content-Encoding") != "aes128gcm" or int(fields["TTL"]) < 0 or len(fields["Topic"]) > 32:
            return f"fields {fields}"
        scheme, _, rest = fields["Authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        raw = unpadded(signature)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(parts["k"]))
        try:
            key.verify(
                utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
                signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return "signature"
        claims = json.loads(unpadded(signed.split(".")[1]))
        if scheme != "vapid" or claims["aud"] != f"http://127.0.0.1:{self.port}":
            return f"claims {claims}"
        return None


class Squares:
    """A server of map pictures, all of one grey. `asked` has the paths."""

    def __init__(self, port):
        self.origin, self.asked = f"http://127.0.0.1:{port}", []
        squares = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                squares.asked.append(self.path)
                picture = Squares.picture()
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(picture)))
                self.end_headers()
                self.wfile.write(picture)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def picture():
        def part(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        size = 256
        rows = (b"\0" + b"\xdd" * size) * size
        return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)) + part(
            b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
