"""Rebuilds the books of a file of ITCH 5.0 with the parser of itchfeed, and prints them and the trades.

A line for each level, by stock, side and price: the shares of its orders in their queue. Then a line for each trade.
"""

import gzip
import sys

from itch.parser import MessageParser

orders = {}  # reference -> [stock, side, price, shares]; a dict keeps the order of arrival
names = {}
trades = []


def text(field):
    return field.decode("ascii").strip()


def execute(message, price):
    stock, side, own, shares = orders[message.order_reference_number]
    trades.append((stock, own if price is None else price, message.executed_shares))
    take(message.order_reference_number, message.executed_shares)


def take(reference, shares):
    order = orders[reference]
    if shares > order[3]:
        sys.exit("more shares than order %d has" % reference)
    order[3] -= shares
    if order[3] == 0:
        del orders[reference]


def add(reference, stock, side, price, shares):
    if reference in orders:
        sys.exit("order %d is there already" % reference)
    orders[reference] = [stock, side, price, shares]


def apply(message):
    kind = message.message_type
    if kind == b"R":
        names[message.stock_locate] = text(message.stock)
    elif kind in b"AF":
        if names[message.stock_locate] != text(message.stock):
            sys.exit("another stock than that of the directory")
        add(
            message.order_reference_number,
            text(message.stock),
            text(message.buy_sell_indicator),
            message.price,
            message.shares,
        )
    elif kind == b"E":
        execute(message, None)
    elif kind == b"C":
        execute(message, message.execution_price)
    elif kind == b"X":
        take(message.order_reference_number, message.cancelled_shares)
    elif kind == b"D":
        take(message.order_reference_number, orders[message.order_reference_number][3])
    elif kind == b"U":
        stock, side, _, _ = orders.pop(message.order_reference_number)
        add(message.new_order_reference_number, stock, side, message.price, message.shares)
    elif kind == b"P":
        trades.append((text(message.stock), message.price, message.shares))


def main(path):
    opened = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    last = 0
    with opened as file:
        for message in MessageParser().parse_file(file):
            if message.timestamp < last:
                sys.exit("time goes back")
            last = message.timestamp
            apply(message)
    levels = {}
    for stock, side, price, shares in orders.values():
        levels.setdefault((stock, side, price), []).append(shares)
    for (stock, side, price), queue in sorted(levels.items()):
        print(stock, side, price, " ".join(str(shares) for shares in queue))
    for stock, price, shares in trades:
        print("trade", stock, price, shares)


main(sys.argv[1])
