"""A FIX 4.4 client of a Daybook venue in Python, with simplefix (pip install simplefix).

    python3 trade.py SECRET-FILE PORT CLORDID buy|sell QUANTITY PRICE

places a limit order as session 18 (CompID BETA1) and prints its reports. The numbers of the session are kept in
session-18.numbers next to the secret, so that the next run continues where this one ended; without that file they are
reset (141=Y), even if another client has used the session before.
"""

import json
import os
import socket
import sys
import time
from decimal import Decimal

import simplefix

PATIENCE = 20


class FixClient:
    """A session: logs on, keeps the numbers, closes gaps, and returns application messages in order."""

    def __init__(self, port, comp_id, venue, session, secret, numbers=None):
        self.address = ("127.0.0.1", port)
        self.comp_id, self.venue, self.session, self.secret = comp_id, venue, session, secret
        self.numbers = numbers
        self.next_out, self.next_in = 1, 1
        self.begins_anew = bool(numbers) and not os.path.exists(numbers)
        if numbers and not self.begins_anew:
            with open(numbers) as file:
                self.next_out, self.next_in = json.load(file)
        self.socket = None
        self.waiting = {}  # messages after a gap, by their numbers
        self.came = []

    def connect(self):
        """Logs on, and returns when both sides have closed their gaps, so that no gap fill skips what is sent later.
        Raises OSError if the venue cannot be reached, or refuses the logon."""
        self.socket = socket.create_connection(self.address, PATIENCE)
        self.socket.settimeout(PATIENCE)
        self.parser = simplefix.FixParser()
        self.waiting.clear()
        self.is_in_step = False
        self.probe_id = None
        self.is_logged_on = False
        anew = [(141, "Y")] if self.begins_anew else []
        self.send("A", (98, 0), (108, 30), *anew, (553, self.session), (554, self.secret))
        while not self.is_logged_on:
            self.read()
        self.probe()
        while not self.is_in_step:
            self.read()

    def probe(self):
        """Requests a heartbeat, which comes when the venue has taken all earlier messages."""
        self.probe_id = "in-step-%d" % self.next_out
        self.send("1", (112, self.probe_id))

    def send(self, message_type, *fields):
        """Sends a message under the next number."""
        self.send_as(self.next_out, message_type, *fields)
        self.next_out += 1
        self.keep()

    def send_as(self, number, message_type, *fields):
        message = simplefix.FixMessage()
        message.append_pair(8, "FIX.4.4", header=True)
        message.append_pair(35, message_type, header=True)
        message.append_pair(34, number, header=True)
        message.append_pair(49, self.comp_id, header=True)
        message.append_pair(56, self.venue, header=True)
        message.append_utc_timestamp(52, precision=3, header=True)
        for tag, value in fields:
            if tag == 60:
                message.append_utc_timestamp(60, precision=3)
            else:
                message.append_pair(tag, value)
        self.socket.sendall(message.encode())

    def receive(self):
        """Returns the next application message."""
        while not self.came:
            self.read()
        return self.came.pop(0)

    def read(self):
        """Reads until at least one message came."""
        while True:
            message = self.parser.get_message()
            if message is not None:
                self.arrived(message)
                return
            received = self.socket.recv(65536)
            if not received:
                raise ConnectionError("the venue has closed the connection")
            self.parser.append_buffer(received)

    def arrived(self, message):
        number = int(text(message, 34))
        kind = text(message, 35)
        if kind == "A":
            self.is_logged_on = True
            self.begins_anew = False
        if kind == "5" and not self.is_logged_on:  # its number may come after a gap
            raise ConnectionError("the venue refuses the logon: %s" % text(message, 58))
        if kind == "2" and number >= self.next_in:  # answered at once, even after a gap: the venue may wait for it
            self.fill(int(text(message, 7)))
        if kind == "4" and text(message, 123) != "Y":
            self.next_in = int(text(message, 36))
        elif number > self.next_in:
            if not self.waiting:
                self.send("2", (7, self.next_in), (16, 0))
            self.waiting[number] = message
        elif number == self.next_in:
            self.process(message)
            while self.next_in in self.waiting:
                self.process(self.waiting.pop(self.next_in))
            self.waiting = {n: m for n, m in self.waiting.items() if n > self.next_in}
        self.keep()

    def process(self, message):
        kind = text(message, 35)
        self.next_in = int(text(message, 36)) if kind == "4" else self.next_in + 1
        if kind == "1":
            self.send("0", (112, text(message, 112)))
        elif kind == "0" and text(message, 112) == self.probe_id:
            self.is_in_step = True
        elif kind == "5":
            raise ConnectionError("the venue has logged out: %s" % text(message, 58))
        elif kind not in ("A", "0", "2", "4"):
            self.came.append(message)

    def fill(self, begin):
        """Sends a gap fill: no message is sent again, because the caller decides anew about unprocessed ones."""
        if begin < self.next_out:
            self.send_as(begin, "4", (43, "Y"), (122, now()), (123, "Y"), (36, self.next_out))
            if not self.is_in_step:
                self.probe()  # the gap fill has skipped the last probe

    def close(self):
        """Logs out, and waits for the venue's answer."""
        self.send("5")
        try:
            while True:
                self.read()
        except ConnectionError:
            self.socket.close()

    def keep(self):
        if self.numbers:
            with open(self.numbers, "w") as file:
                json.dump([self.next_out, self.next_in], file)


def text(message, tag):
    """Returns a field as text, or None."""
    value = message.get(tag)
    return None if value is None else value.decode()


def now():
    return time.strftime("%Y%m%d-%H:%M:%S", time.gmtime())


def tell(report):
    """Prints an execution report in words."""
    order = "order %s: " % text(report, 11)
    kind = text(report, 150)
    if kind == "8":
        print(order + "refused, %s" % text(report, 58))
    elif kind == "0":
        print(order + "%s at %s" % (text(report, 38), text(report, 44)))
    elif kind == "F":
        print(order + "traded %s at %s, %s left" % (text(report, 32), text(report, 31), text(report, 151)))
    elif kind == "4":
        print(order + "cancelled")


def main(secret_file, port, order_id, side, quantity, price):
    with open(secret_file) as file:
        secret = file.readline().split(":")[-1].strip()
    numbers = os.path.join(os.path.dirname(os.path.abspath(secret_file)), "session-18.numbers")
    client = FixClient(int(port), "BETA1", "DAYBOOK", 18, secret, numbers)
    client.connect()
    client.send("D", (11, order_id), (55, "BTC-EUR"), (54, 1 if side == "buy" else 2), (38, quantity), (40, 2),
                (44, price), (59, 1), (60, None))
    # The status is requested once the order was answered. It comes after all earlier reports.
    report = client.receive()
    while text(report, 11) != order_id:
        tell(report)
        report = client.receive()
    tell(report)
    client.send("H", (11, order_id), (55, "BTC-EUR"), (54, 1 if side == "buy" else 2))
    left, status = Decimal(text(report, 151)), None
    while status is None or left != Decimal(text(status, 151)):  # "0.00000" of a refused order is the status's "0"
        report = client.receive()
        if text(report, 150) == "I":
            status = report
        else:
            tell(report)
            left = Decimal(text(report, 151)) if text(report, 11) == order_id else left
    client.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
