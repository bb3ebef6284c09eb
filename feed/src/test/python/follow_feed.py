"""Follows one channel of the public feed and prints its books. Standard library only.

Written from docs/market-data.md alone. Usage:

    follow_feed.py LINE_PORT SNAPSHOT_PORT REQUEST_PORT LAST SYMBOLS

It listens on 127.0.0.1, requests lost messages, takes snapshots if requests do not suffice, and ends when it has
applied message LAST and has the books of as many symbols as SYMBOLS says. Then it prints a line for each order, in
queues, bids first, and the numbers of its requests and snapshots.
"""

import select
import socket
import struct
import sys
import time

MASK = (1 << 64) - 1
G = 0x9E3779B97F4A7C15
BID, ASK = 1, 2
MAX_GAP = 10_000

# The time between requests for a gap, and the time after which the gap is given up: the venue may be slow on a busy
# machine.
ASK_S = 0.02
PATIENCE_S = 30
DEADLINE_S = 240


def mix(value):
    z = (value + G) & MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return z ^ z >> 31


class Book:
    """Orders of a symbol: reference to (side, price, size). References count up in the order of arrival."""

    def __init__(self):
        self.orders = {}

    def hash(self):
        total = 0
        for reference, (side, price, size) in self.orders.items():
            inner = mix((reference + G) & MASK) ^ (price & MASK)
            total += mix(mix(inner) ^ (size * 2 + (1 if side == ASK else 0)))
        return total & MASK

    def take_off(self, reference, size):
        side, price, there = self.orders[reference]
        assert 0 < size <= there, (reference, size, there)
        if size == there:
            del self.orders[reference]
        else:
            self.orders[reference] = (side, price, there - size)

    def lines(self, symbol):
        def rank(entry):
            reference, (side, price, _) = entry
            return side, -price if side == BID else price, reference

        for reference, (side, price, size) in sorted(self.orders.items(), key=rank):
            yield f"{symbol} {'bid' if side == BID else 'ask'} {price} {size} {reference}"


class Channel:
    def __init__(self):
        self.books = {}  # of the symbols that are known
        self.through = {}  # symbol -> the last message that its snapshot contains
        self.next = 1
        self.waiting = {}  # number -> message
        self.history = {}  # messages that came before all books were known
        self.lost = False
        self.building = None
        self.requests = 0
        self.snapshots = 0

    # ---- messages ----

    def apply(self, number, message, only=None):
        length, template, schema, _ = struct.unpack_from("<HHHH", message)
        assert schema == 2
        block = message[8:8 + length]
        if template == 7:
            symbol = struct.unpack_from("<i", block)[0]
            if symbol not in self.books and not self.lost:
                self.books[symbol] = Book()
            return
        if template == 10:
            for symbol, book in self.books.items():
                if (only is None or only == symbol) and number > self.through.get(symbol, 0):
                    book.orders.clear()
            return
        place = {2: 24, 3: 32, 5: 16, 6: 32, 9: 0}.get(template)
        if place is None:
            return
        symbol = struct.unpack_from("<i", block, place)[0]
        book = self.books.get(symbol)
        if book is None or number <= self.through.get(symbol, 0) or only is not None and only != symbol:
            return
        if template == 2:
            reference, price, size, _, side = struct.unpack_from("<QqqiB", block)
            assert reference not in book.orders
            book.orders[reference] = (side, price, size)
        elif template == 3:
            reference, price, size = struct.unpack_from("<Qqq", block)
            book.take_off(reference, size)
        elif template == 5:
            reference, size = struct.unpack_from("<Qq", block)
            book.take_off(reference, size)
        elif template == 6:
            reference, new, price, size = struct.unpack_from("<QQqq", block)
            side = book.orders.pop(reference)[0]
            book.orders[new] = (side, price, size)
        else:
            _, orders, expected = struct.unpack_from("<iIQ", block)
            assert (orders, expected) == (len(book.orders), book.hash()), f"CHECK of {symbol} differs"

    def drain(self):
        while self.next in self.waiting:
            message = self.waiting.pop(self.next)
            if self.lost:
                self.history[self.next] = message
            self.apply(self.next, message)
            self.next += 1

    def on_packet(self, packet):
        number, count = struct.unpack_from(">QH", packet, 10)
        at = 20
        for i in range(count):
            length = struct.unpack_from(">H", packet, at)[0]
            if number + i >= self.next:
                self.waiting[number + i] = packet[at + 2:at + 2 + length]
            at += 2 + length
        assert at == len(packet)
        self.drain()
        return number + count - 1

    def give_up(self, highest):
        """Gives the gap up: continues after it, and waits for snapshots."""
        self.lost = True
        self.books.clear()
        self.through.clear()
        self.history.clear()
        self.next = min(self.waiting, default=highest + 1)
        self.drain()

    # ---- snapshots ----

    def on_snapshot(self, packet):
        if not self.lost:
            return
        first, count = struct.unpack_from(">QH", packet, 10)
        if self.building is not None and self.building[0] != first:
            self.building = None
        at = 20
        for _ in range(count):
            length = struct.unpack_from(">H", packet, at)[0]
            self.on_snapshot_message(packet[at + 2:at + 2 + length])
            at += 2 + length
        if self.building is not None:
            self.building[0] = first + count

    def on_snapshot_message(self, message):
        length, template, _, _ = struct.unpack_from("<HHHH", message)
        block = message[8:8 + length]
        if template == 30:
            symbol, orders, k, _ = struct.unpack_from("<iIQq", block)
            self.building = None if symbol in self.books else [0, symbol, orders, k, Book()]
        elif self.building is None:
            return
        elif template == 2:
            reference, price, size, _, side = struct.unpack_from("<QqqiB", block)
            self.building[4].orders[reference] = (side, price, size)
        elif template == 31:
            _, symbol, orders, k, book = self.building
            self.building = None
            end_symbol, _, end_k, expected = struct.unpack_from("<iIQQ", block)
            assert (end_symbol, end_k, len(book.orders)) == (symbol, k, orders)
            assert book.hash() == expected, f"snapshot of {symbol} differs"
            missed = range(k + 1, self.next)
            if all(number in self.history for number in missed):
                self.books[symbol] = book
                self.through[symbol] = k
                for number in missed:
                    self.apply(number, self.history[number], only=symbol)
                self.through[symbol] = max(k, self.next - 1)
                self.snapshots += 1


def bind(port):
    listening = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    listening.bind(("127.0.0.1", port))
    return listening


def main():
    line_port, snapshot_port, request_port, last, symbols = map(int, sys.argv[1:6])
    line, snapshots = bind(line_port), bind(snapshot_port)
    asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    channel = Channel()
    highest, session, gap_at, asked_at = 0, None, None, 0.0
    print("ready", flush=True)
    deadline = time.monotonic() + DEADLINE_S
    while channel.next <= last or len(channel.books) < symbols:
        now = time.monotonic()
        if now > deadline:
            sys.exit(f"not whole: next {channel.next}, {len(channel.books)} books, highest {highest}")
        ready, _, _ = select.select([line, snapshots, asking], [], [], 0.002)
        for source in ready:
            packet = source.recv(1 << 16)
            if source is snapshots:
                channel.on_snapshot(packet)
                continue
            before = channel.next
            session = packet[:10]
            highest = max(highest, channel.on_packet(packet))
            if channel.next > before:
                gap_at = None
        if channel.next > highest or session is None:
            continue
        end = min(channel.waiting, default=highest + 1)
        if end - channel.next > MAX_GAP or gap_at is not None and now - gap_at > PATIENCE_S:
            channel.give_up(highest)
            gap_at = None
        elif gap_at is None or now - asked_at > ASK_S:
            asking.sendto(session + struct.pack(">QH", channel.next, min(end - channel.next, 1_000)),
                          ("127.0.0.1", request_port))
            channel.requests += 1
            gap_at, asked_at = gap_at or now, now
    for symbol in sorted(channel.books):
        for text in channel.books[symbol].lines(symbol):
            print(text)
    print(f"requests {channel.requests} snapshots {channel.snapshots}")


if __name__ == "__main__":
    main()
