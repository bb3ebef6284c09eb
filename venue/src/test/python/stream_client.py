"""Keeps a book from the messages of a stream, by the rule of gaps alone, with the library websockets.

Arguments: the server's port, a token of a trader, the number of orders. Places the orders, requests the book after
each, and compares it with its own. Prints "equal N", or the difference.
"""

import asyncio
import http.client
import json
import sys

import websockets


class Book:
    def __init__(self):
        self.seq = -1
        self.bids = {}
        self.asks = {}

    def take(self, message):
        if message["type"] == "snapshot":
            self.bids.clear()
            self.asks.clear()
        elif message["prev"] != self.seq:
            raise AssertionError("a gap: %d, then %s" % (self.seq, message))
        for side, levels in ((self.bids, message["bids"]), (self.asks, message["asks"])):
            for price, size in levels:
                if size == "0":
                    del side[price]
                else:
                    side[price] = size
        self.seq = message["seq"]

    def shown(self):
        bids = sorted(self.bids.items(), key=lambda level: -float(level[0]))
        asks = sorted(self.asks.items(), key=lambda level: float(level[0]))
        return [list(level) for level in bids], [list(level) for level in asks]


def request(connection, token, method, path, body=None):
    while True:
        connection.request(method, path, body, {"Authorization": "Bearer " + token})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 503 or method != "GET" or b'"BEHIND"' not in text:
            break  # books may lag by more than the two seconds for which a venue waits
    if answer.status // 100 != 2:
        raise AssertionError("%d %s" % (answer.status, text))
    return json.loads(text)


async def main(port, token, count):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    async with websockets.connect("ws://127.0.0.1:%d/v1/stream" % port) as socket:
        await socket.send(json.dumps({"op": "subscribe", "id": 1, "channels": ["book.raw:BTC-EUR"]}))
        answer = json.loads(await socket.recv())
        assert answer == {"op": "subscribed", "id": 1, "channels": ["book.raw:BTC-EUR"]}, answer
        book = Book()
        book.take(json.loads(await socket.recv()))
        equal = 0
        for i in range(count):
            order = {
                "symbol": "BTC-EUR",
                "side": "buy" if i % 3 else "sell",
                "type": "limit",
                "price": "%d.%02d" % (95 + i % 7 + (0 if i % 3 else 4), i % 50),
                "size": "0.0%04d" % (1 + i * 7919 % 999),
                "clientOrderId": "p-%d" % i,
            }
            placed = request(connection, token, "POST", "/v1/orders", json.dumps(order))
            asked = request(connection, token, "GET", "/v1/book/BTC-EUR?depth=5000&minSeq=%d" % placed["seq"])
            while book.seq < asked["seq"]:
                book.take(json.loads(await socket.recv()))
            bids, asks = book.shown()
            assert book.seq == asked["seq"], (book.seq, asked["seq"])
            assert bids == asked["bids"] and asks == asked["asks"], (book.seq, bids, asks, asked)
            equal += 1
    print("equal %d" % equal)


asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
