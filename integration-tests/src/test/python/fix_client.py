"""A member that trades over FIX with simplefix: orders of each kind, replacements, cancels, refused requests; it cuts
its connection at times, and comes back when the venue does. At the end it prints its live orders by its reports."""

import argparse
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../examples/fix"))
from trade import FixClient, text  # noqa: E402

PATIENCE = 90
KINDS = ["gtc", "day", "ioc", "fok", "post", "until", "budget", "market", "stop", "iceberg", "least",
         "replace", "less", "cancel", "bad-price", "bad-cancel", "list"]


class Member:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.client = FixClient(options.port, options.comp, "DAYBOOK", options.session, options.secret)
        self.told = set()     # ExecIDs
        self.orders = {}      # by OrderID: [ClOrdID, lots left, is open]
        self.last = 0
        self.answered = {kind: 0 for kind in KINDS}
        self.filled = 0
        self.cuts = 0
        self.repeated = 0

    def connect(self):
        end = time.time() + PATIENCE
        while True:
            try:
                self.client.connect()
                return
            except OSError:
                if time.time() > end:
                    raise
                time.sleep(0.05)

    def id(self):
        self.last += 1
        return "P%d-%d" % (self.options.session, self.last)

    def take(self, report):
        """Takes a report; returns whether it was new."""
        exec_id = text(report, 17)
        if text(report, 150) == "I":
            return True
        if exec_id in self.told:
            if text(report, 97) != "Y":
                raise AssertionError("17=%s is reported twice without 97" % exec_id)
            self.repeated += 1
            return False
        self.told.add(exec_id)
        if text(report, 150) == "F":
            self.filled += 1
        if text(report, 39) in ("8",):
            return True
        is_open = text(report, 39) in ("0", "1")
        self.orders[text(report, 37)] = [text(report, 11), text(report, 151), is_open]
        if is_open and float(text(report, 38)) - float(text(report, 14)) - float(text(report, 151)) > 1e-9:
            raise AssertionError("38 is not 14 + 151: %s" % report)
        return True

    def await_answer(self, order_id):
        """Reads until a request has its answer."""
        while True:
            message = self.client.receive()
            kind = text(message, 35)
            if kind == "8":
                self.take(message)
                if text(message, 11) == order_id:
                    return message
            elif kind == "9" and text(message, 11) == order_id:
                return message
            elif kind == "y" and text(message, 320) == order_id:
                return message
            elif kind in ("j", "3"):
                raise AssertionError("refused by the session: %s" % message)

    def price(self):
        return "%d.00" % (57300 + self.random.randrange(40))

    def place(self, order_id, kind, side):
        lots = "0.000%02d" % self.random.randrange(1, 100)
        order = {38: lots, 40: 2, 44: self.price(), 59: 1}
        if kind == "day":
            order[59] = 0
        elif kind == "ioc":
            order[59] = 3
        elif kind == "fok":
            order[59] = 4
        elif kind == "post":
            order[18] = 6
        elif kind == "until":
            order.update({59: 6, 126: "20990101-00:00:00"})
        elif kind == "budget":
            order.update({40: 1, 59: 3, 152: "100.0000000"})
            del order[44]
        elif kind == "market":
            order.update({40: 1, 59: 3})
            del order[44]
        elif kind == "stop":
            order.update({40: 4, 99: "57400.00" if side == 1 else "57200.00"})
        elif kind == "iceberg":
            order[111] = "0.00001"
        elif kind == "least":
            order.update({59: 3, 110: "0.00001"})
        elif kind == "bad-price":
            order[44] = "57320.001"
        fields = [(11, order_id), (1, self.options.account), (55, "BTC-EUR"), (54, side), (60, None)]
        self.client.send("D", *(fields + sorted(order.items())))

    def act(self, kind):
        order_id = self.id()
        live = [(number, order) for number, order in self.orders.items() if order[2]]
        side = self.random.randrange(1, 3)
        if kind == "list":
            self.client.send("x", (320, order_id), (559, 4))
        elif kind == "bad-cancel":
            self.client.send("F", (11, order_id), (41, "NEVER"), (55, "BTC-EUR"), (54, 1), (60, None))
        elif kind in ("replace", "less", "cancel"):
            if not live:
                return
            number, order = self.random.choice(live)
            fields = [(11, order_id), (41, order[0]), (37, number), (55, "BTC-EUR"), (54, side), (60, None)]
            if kind == "cancel":
                self.client.send("F", *fields)
            else:
                lots = "0.00001" if kind == "less" else "0.00150"
                self.client.send("G", *(fields + [(38, lots), (40, 2), (44, self.price())]))
        else:
            self.place(order_id, kind, side)
        answer = self.await_answer(order_id)
        expected = {"bad-price": ("8", "8"), "bad-cancel": ("9", None)}.get(kind)
        if expected and (text(answer, 35), text(answer, 150)) != expected:
            raise AssertionError("%s is answered by %s" % (kind, answer))
        self.answered[kind] += 1

    def settle(self):
        """Requests the open orders: the answer comes after all earlier reports."""
        request = self.id()
        self.client.send("AF", (584, request), (585, 7))
        live = {}
        while True:
            message = self.client.receive()
            if text(message, 584) == request:
                if text(message, 39) != "8":
                    live[text(message, 37)] = text(message, 151)
                if text(message, 912) == "Y":
                    return live
            elif text(message, 35) == "8":
                self.take(message)

    def run(self):
        self.connect()
        done = 0
        while done < self.options.rounds:
            try:
                self.act(KINDS[done % len(KINDS)])
                done += 1
                if self.random.randrange(40) == 0:
                    self.cuts += 1
                    self.client.socket.close()
                    self.connect()
                if done % 20 == 0:
                    with open(self.options.out, "w") as file:
                        file.write(str(done))
            except OSError:
                self.connect()
                done += 1
        while True:
            try:
                left = time.monotonic_ns()
                live = self.settle()
                break
            except OSError:
                self.connect()
        print(json.dumps({"leftNs": left, "answered": self.answered, "filled": self.filled, "cuts": self.cuts,
                          "repeated": self.repeated, "live": live}))
        sys.stdout.flush()


parser = argparse.ArgumentParser()
for name, kind in (("port", int), ("session", int), ("comp", str), ("secret", str), ("account", str), ("seed", int),
                   ("rounds", int), ("out", str)):
    parser.add_argument("--" + name, type=kind, required=True)
Member(parser.parse_args()).run()
