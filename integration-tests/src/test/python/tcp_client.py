"""A client for order entry over TCP, in the standard library, written from docs/tcp-protocol.md alone.

As a program it trades: it sends orders and cancels from a seed until N requests are answered, reconnects as often
as the venue goes away, writes every numbered message of its stream to a file, a line of JSON each, and logs out.

    python3 tcp_client.py --port P --session S --secret X --uid U --symbol Y --requests N --seed R --out FILE

The file is read again at start: the program can be killed at any time and started anew with the same arguments. On its
last line it prints the figures of the run, and its live orders.
"""

import argparse
import json
import os
import random
import select
import socket
import ssl
import struct
import sys
import time

MAGIC = 0xEB50
SCHEMA = 1
VERSION = 1
HEADER = 14
MAX_FRAME = 1024

LOGIN, PLACE, MOVE, REDUCE, CANCEL, REPLACE, MASS_CANCEL, PLACE_TERMS = 1, 2, 3, 4, 5, 6, 7, 8
CLIENT_HEARTBEAT, LOGOUT, STATUS = 9, 10, 11
WELCOME, BYE, ANSWER, FILL, OFF, STATUS_IS, HEARTBEAT = 101, 102, 103, 104, 105, 106, 107

BLOCKS = {
    WELCOME: ("<QQQ16sII", ("lastRequest", "nextOut", "firstOut", "exchangeId", "heartbeatMs", "flags")),
    BYE: ("<HHi64s", ("reason", "zero", "detail", "text")),
    ANSWER: ("<QqqQqqqHBBI", ("out", "seq", "time", "request", "orderId", "remaining", "traded", "code", "source",
                              "command", "fills")),
    FILL: ("<QqqqqqqqqiBBBB", ("out", "seq", "time", "orderId", "tradeId", "price", "size", "remaining", "fee",
                               "symbol", "side", "role", "cause", "zero")),
    OFF: ("<QqqqqqB7s", ("out", "seq", "time", "orderId", "size", "remaining", "reason", "zero")),
    STATUS_IS: ("<QqB7sqqQ", ("id", "orderId", "state", "zero", "remaining", "traded", "lastRequest")),
    HEARTBEAT: ("<Q", ("nextOut",)),
}
NAMES = {WELCOME: "WELCOME", BYE: "BYE", ANSWER: "ANSWER", FILL: "FILL", OFF: "OFF", STATUS_IS: "STATUS_IS",
         HEARTBEAT: "HEARTBEAT"}
NUMBERED = (ANSWER, FILL, OFF)

GTC, IOC, FOK, FOK_BUDGET, IOC_BUDGET, POST_ONLY = 1, 2, 3, 4, 5, 6
BID, ASK = 1, 2

RETRY = {3, 4, 7, 8, 9, 10, 11, 13, 14, 15}


class Lost(Exception):
    """The connection is gone; the client may connect again."""


class Refused(Exception):
    """The venue's final refusal, which another try does not change."""


class HistoryLost(Exception):
    """The venue has lost messages that it sent."""


def frame(template, block, group=b""):
    length = HEADER + len(block) + len(group)
    return struct.pack(">IH", length, MAGIC) + struct.pack("<HHHH", len(block), template, SCHEMA, VERSION) + block + group


def login(session, heartbeat_ms, next_out, secret, program):
    return frame(LOGIN, struct.pack("<IIQ48s32s", session, heartbeat_ms, next_out, secret.encode("ascii"),
                                    program.encode("ascii")))


def place(request, uid, symbol, side, order_type, price, size, reserve=0):
    return frame(PLACE, struct.pack("<QqiBBHqqq", request, uid, symbol, side, order_type, 0, price, size, reserve))


def place_terms(request, uid, symbol, side, order_type, price, size, reserve, terms):
    block = struct.pack("<QqiBBHqqq", request, uid, symbol, side, order_type, 0, price, size, reserve)
    group = struct.pack("<HH", 10, len(terms))
    for term in sorted(terms):
        group += struct.pack("<Hq", term, terms[term])
    return frame(PLACE_TERMS, block, group)


def change(template, request, uid, symbol, order_id, value=0):
    """Makes a MOVE with a price, a REDUCE with a size, or a CANCEL without either."""
    return frame(template, struct.pack("<QqiIqq", request, uid, symbol, 0, order_id, value))


def replace(request, uid, symbol, order_id, price, size, reserve=0, trigger=0, stop_price=0):
    return frame(REPLACE, struct.pack("<QqiIqqqqqqq", request, uid, symbol, 0, order_id, 0, price, size, reserve,
                                      trigger, stop_price))


def mass_cancel(request, uid, symbol=0, side=0, flagged=0, suspend=0):
    return frame(MASS_CANCEL, struct.pack("<QqiIqqq", request, uid, symbol, 0, side, flagged, suspend))


def status(question, order_id):
    return frame(STATUS, struct.pack("<Qq", question, order_id))


def order_id_of(session, request):
    return (session << 44) + request


def parse(data):
    """Takes one message off the front: (template, fields or None, rest), or None when more bytes are needed."""
    if len(data) < HEADER:
        return None
    length, magic = struct.unpack_from(">IH", data, 0)
    if magic != MAGIC or not HEADER <= length <= MAX_FRAME:
        raise Lost("a frame that cannot be read: length %d, magic %x" % (length, magic))
    if len(data) < length:
        return None
    block_length, template, schema, version = struct.unpack_from("<HHHH", data, 6)
    if schema != SCHEMA or version < VERSION:
        raise Lost("schema %d, version %d" % (schema, version))
    fields = None
    if template in BLOCKS:
        layout, names = BLOCKS[template]
        if block_length < struct.calcsize(layout) or HEADER + block_length > length:
            raise Lost("%s has a block of %d bytes" % (NAMES[template], block_length))
        fields = dict(zip(names, struct.unpack_from(layout, data, HEADER)))
        if template == WELCOME and block_length >= 56:
            fields["history"] = struct.unpack_from("<Q", data, HEADER + 48)[0]
    return template, fields, data[length:]


class Client:
    """A session over as many connections as it takes. `on_message(template, fields)` receives the numbered stream."""

    def __init__(self, host, port, session, secret, next_out, on_message, heartbeat_ms=1000, tls=None, server_name=None):
        self.host, self.port, self.session, self.secret = host, port, session, secret
        self.next_out = next_out
        self.on_message = on_message
        self.heartbeat_ms = heartbeat_ms
        self.tls, self.server_name = tls, server_name
        self.answered = 0
        self.exchange_id = None
        self.history = 0
        self.last_request = 0
        self.next_request = None
        self.statuses = []
        self.socket = None
        self.data = b""

    def connect(self):
        """Connects and logs in; returns WELCOME."""
        self.close()
        try:
            self.socket = socket.create_connection((self.host, self.port), timeout=10)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls is not None:
                self.socket = self.tls.wrap_socket(self.socket, server_hostname=self.server_name or self.host)
            self.socket.sendall(login(self.session, self.heartbeat_ms, self.next_out, self.secret, "python"))
        except ssl.SSLCertVerificationError as e:
            raise Refused(str(e)) from e
        except OSError as e:
            raise Lost(str(e)) from e
        self.data = b""
        self.received = self.sent = time.monotonic()
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            message = self._read(0.1)
            if message is None:
                continue
            template, fields = message
            if template == BYE:
                self._bye(fields)
            if template != WELCOME:
                raise Lost("%s before WELCOME" % template)
            self._welcome(fields)
            return fields
        raise Lost("no WELCOME in time")

    def _welcome(self, fields):
        if self.exchange_id is not None and fields["exchangeId"].hex() != self.exchange_id:
            raise HistoryLost("another exchange")
        history = fields.get("history", 0)
        is_of_before = fields["flags"] & 2 and 1 < self.next_out < fields["firstOut"]
        if is_of_before if self.exchange_id is None else history != self.history:
            raise HistoryLost("the venue was restored from a backup, history %d" % history)
        if fields["lastRequest"] < self.answered:
            raise HistoryLost("N is %d, %d was answered" % (fields["lastRequest"], self.answered))
        if fields["nextOut"] < self.next_out:
            raise HistoryLost("nextOut is %d, %d was due" % (fields["nextOut"], self.next_out))
        self.exchange_id = fields["exchangeId"].hex()
        self.history = history
        self.last_request = fields["lastRequest"]
        self.next_request = self.last_request + 1
        if self.next_out == 0:
            self.next_out = fields["nextOut"]
        self.next_out = max(self.next_out, fields["firstOut"])
        self.heartbeat_ms = fields["heartbeatMs"]

    def send(self, make, *arguments):
        """Sends a request made by `make(number, …)`; returns its number."""
        number = self.next_request
        self.next_request += 1
        self.send_raw(make(number, *arguments))
        return number

    def send_raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError as e:
            raise Lost(str(e)) from e
        self.sent = time.monotonic()

    def unanswered(self):
        return self.next_request - 1 - max(self.answered, self.last_request)

    def poll(self, wait):
        """Handles messages that came, and sends heartbeats. Returns whether the venue has logged the session out."""
        message = self._read(wait)
        while message is not None:
            template, fields = message
            if template == BYE:
                if fields["reason"] == 1:
                    return True
                self._bye(fields)
            if template in NUMBERED:
                if fields["out"] != self.next_out:
                    raise Lost("number %d where %d was due" % (fields["out"], self.next_out))
                self.on_message(template, fields)
                self.next_out += 1
                if template == ANSWER:
                    self.answered = max(self.answered, fields["request"])
            elif template == STATUS_IS:
                self.statuses.append(fields)
            message = self._read(0)
        now = time.monotonic()
        if now - self.sent >= self.heartbeat_ms / 1000:
            self.send_raw(frame(CLIENT_HEARTBEAT, b""))
        if now - self.received > 2 * self.heartbeat_ms / 1000:
            raise Lost("silent")
        return False

    def logout(self):
        """Sends LOGOUT, and reads until the venue has answered it."""
        self.send_raw(frame(LOGOUT, b""))
        while not self.poll(0.1):
            pass
        self.close()

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def _bye(self, fields):
        text = "reason %d: %s (detail %d)" % (fields["reason"], fields["text"].rstrip(b"\0").decode("ascii"),
                                              fields["detail"])
        raise (Lost if fields["reason"] in RETRY else Refused)(text)

    def _read(self, wait):
        """Returns the next message, or None if none came in time."""
        parsed = parse(self.data)
        if parsed is None:
            pending = self.tls is not None and self.socket.pending() > 0
            if not pending and not select.select([self.socket], [], [], wait)[0]:
                return None
            try:
                more = self.socket.recv(65536)
            except OSError as e:
                raise Lost(str(e)) from e
            if not more:
                raise Lost("the venue closed the connection")
            self.received = time.monotonic()
            self.data += more
            parsed = parse(self.data)
            if parsed is None:
                return None
        template, fields, self.data = parsed
        return template, fields


class Ledger:
    """A file of all numbered messages, a line each, with the state that follows from them."""

    def __init__(self, path):
        self.path = path
        self.next_out = 1
        self.answered = 0
        self.live = {}
        if os.path.exists(path):
            self._load()
        self.file = open(path, "a", encoding="ascii")

    def _load(self):
        kept = 0
        with open(self.path, "rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break  # killed within a line: the venue sends the message again
                self._fold(json.loads(line))
                kept += len(line)
        os.truncate(self.path, kept)

    def on_message(self, template, fields):
        line = {"message": NAMES[template]}
        line.update((name, value) for name, value in fields.items() if name != "zero")
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()
        self._fold(line)

    def _fold(self, line):
        assert line["out"] == self.next_out, "out %d where %d was due" % (line["out"], self.next_out)
        self.next_out += 1
        if line["message"] == "ANSWER":
            assert line["request"] == self.answered + 1, "request %d answered after %d" % (line["request"], self.answered)
            self.answered = line["request"]
            if line["command"] == PLACE and line["code"] == 0 and line["remaining"] > 0:
                self.live[line["orderId"]] = line["remaining"]
            elif line["code"] == 0 and line["remaining"] == 0:
                self.live.pop(line["orderId"], None)
        elif line["remaining"] == 0:
            self.live.pop(line["orderId"], None)
        elif line["orderId"] in self.live:
            self.live[line["orderId"]] = line["remaining"]


def trade(client, ledger, arguments, rng):
    """Keeps up to 32 requests unanswered until all are answered."""
    while ledger.answered < arguments.requests:
        while client.unanswered() < 32 and client.next_request <= arguments.requests:
            if ledger.live and rng.random() < 0.3:
                order = rng.choice(list(ledger.live))
                kind = rng.choice((MOVE, REDUCE, CANCEL))
                value = {MOVE: rng.randint(95, 105), REDUCE: 1, CANCEL: 0}[kind]
                client.send(lambda number: change(kind, number, arguments.uid, arguments.symbol, order, value))
            else:
                client.send(place, arguments.uid, arguments.symbol, rng.choice((BID, ASK)),
                            rng.choice((GTC, GTC, GTC, IOC, POST_ONLY)), rng.randint(95, 105), rng.randint(1, 9))
        client.poll(0.01)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    for name in ("port", "session", "uid", "symbol", "requests", "seed"):
        parser.add_argument("--" + name, type=int, required=True)
    parser.add_argument("--secret", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--heartbeat-ms", type=int, default=1000)
    parser.add_argument("--patience", type=float, default=60, help="seconds without a connection before it gives up")
    parser.add_argument("--ca", help="a file of certificates; speaks TLS")
    parser.add_argument("--server-name", help="the name in the venue's certificate, where it is not the host")
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    ledger = Ledger(arguments.out)
    tls = ssl.create_default_context(cafile=arguments.ca) if arguments.ca else None
    client = Client(arguments.host, arguments.port, arguments.session, arguments.secret, ledger.next_out,
                    ledger.on_message, arguments.heartbeat_ms, tls, arguments.server_name)
    client.answered = ledger.answered
    connections = handed_back = 0
    last = time.monotonic()
    while True:
        try:
            sent = (client.next_request or 1) - 1
            welcome = client.connect()
            last = time.monotonic()
            connections += 1
            handed_back += max(0, sent - welcome["lastRequest"])
            trade(client, ledger, arguments, rng)
            left = time.monotonic_ns()
            client.logout()
            break
        except Lost as e:
            if time.monotonic() - last > arguments.patience:
                print("seed=%d: no connection: %s" % (arguments.seed, e), file=sys.stderr)
                return 1
            time.sleep(0.05)
        except (Refused, HistoryLost) as e:
            print("seed=%d: %s: %s" % (arguments.seed, type(e).__name__, e), file=sys.stderr)
            return 2
    print(json.dumps({"leftNs": left, "connections": connections, "handedBack": handed_back, "answered": ledger.answered,
                      "nextOut": ledger.next_out, "live": {order: ledger.live[order] for order in sorted(ledger.live)}}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
