"""Follows streams with ccxt, unmodified: compares its local book with depth at equal numbers, and follows trades,
tickers, candles, own orders, fills and balances.

usage: streams.py URL, then apiKey and secret of a seller of BTC and of a buyer with EUR, and how often to compare
"""

import asyncio
import random
import sys

import ccxt.pro

SYMBOL = "BTC/EUR"
TIMEOUT_S = 60


def client(url, key, secret):
    exchange = ccxt.pro.binance(
        {"apiKey": key, "secret": secret, "enableRateLimit": False, "options": {"fetchMarkets": {"types": ["spot"]}}}
    )
    for name in ("public", "private", "v1"):
        exchange.urls["api"][name] = url + "/api/v3"
    exchange.urls["api"]["sapi"] = url + "/sapi/v1"
    socket = url.replace("http", "ws", 1)
    exchange.urls["api"]["ws"]["spot"] = socket + "/ws"
    exchange.urls["api"]["ws"]["ws-api"]["spot"] = socket + "/ws-api/v3"
    return exchange


def check(said, expected, what):
    if said != expected:
        raise AssertionError(f"{what}: {said!r}, expected {expected!r}")


async def until(watch, isThere, what):
    """Returns the first message that meets a condition."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            said = await watch()
            if isThere(said):
                return said


class Trading:
    """Sends random orders from one seed."""

    def __init__(self, anna, bert, seed):
        self.parties = ((anna, "sell", 1), (bert, "buy", -1))
        self.random = random.Random(seed)
        self.open = []

    async def act(self):
        if len(self.open) > 30 or (self.open and self.random.random() < 0.3):
            exchange, order = self.open.pop(self.random.randrange(len(self.open)))
            try:
                await exchange.cancel_order(order["id"], SYMBOL)
            except ccxt.OrderNotFound:
                pass  # filled meanwhile
        else:
            exchange, side, away = self.random.choice(self.parties)
            price = 300 + away * self.random.randint(-2, 20)
            amount = self.random.randint(1, 50) / 100_000
            order = await exchange.create_order(SYMBOL, "limit", side, amount, price)
            if order["status"] == "open":
                self.open.append((exchange, order))


async def compare(watcher, trading, times):
    """Checks that the client's local book is equal to depth at equal numbers."""
    latest = {}
    changed = asyncio.Event()

    async def follow():
        while True:
            book = await watcher.watch_order_book(SYMBOL)
            latest["book"] = (book["nonce"], [level[:2] for level in book["bids"]], [level[:2] for level in book["asks"]])
            changed.set()

    following = asyncio.create_task(follow())
    equal = 0
    try:
        await trading.act()
        async with asyncio.timeout(TIMEOUT_S + times):
            while equal < times:
                for _ in range(trading.random.randint(1, 4)):
                    await trading.act()
                for _ in range(50):
                    if following.done():
                        following.result()
                    depth = await watcher.publicGetDepth({"symbol": "BTCEUR", "limit": 1000})
                    book = latest.get("book")
                    if book and book[0] == int(depth["lastUpdateId"]):
                        for mine, side in ((book[1], "bids"), (book[2], "asks")):
                            theirs = [[float(price), float(size)] for price, size in depth[side]]
                            check(mine, theirs, f"{side} at {book[0]}")
                        equal += 1
                        break
                    changed.clear()
                    try:
                        await asyncio.wait_for(changed.wait(), 0.2)
                    except asyncio.TimeoutError:
                        pass
    finally:
        following.cancel()
    return equal


async def main():
    url, times = sys.argv[1], int(sys.argv[6])
    seed = random.randrange(1 << 32)
    anna = client(url, sys.argv[2], sys.argv[3])
    bert = client(url, sys.argv[4], sys.argv[5])
    try:
        await anna.load_markets()
        await bert.load_markets()
        equal = await compare(anna, Trading(anna, bert, seed), times)
        await anna.cancel_all_orders(SYMBOL)
        try:
            await bert.cancel_all_orders(SYMBOL)
        except ccxt.OrderNotFound:
            pass  # there were none

        # The events of the account, by a signed request over a socket.
        orders = asyncio.create_task(until(bert.watch_orders, lambda all: all[-1]["status"] == "closed", "own orders"))
        fills = asyncio.create_task(until(bert.watch_my_trades, lambda all: True, "own fills"))
        balance = asyncio.create_task(until(bert.watch_balance, lambda now: True, "balances"))
        trades = asyncio.create_task(until(lambda: anna.watch_trades(SYMBOL), lambda all: True, "trades"))
        tops = asyncio.create_task(until(lambda: anna.watch_bids_asks([SYMBOL]), lambda all: True, "best prices"))
        tickers = asyncio.create_task(
            until(lambda: anna.watch_ticker(SYMBOL), lambda ticker: ticker["last"] == 333, "ticker")
        )
        candles = asyncio.create_task(
            until(lambda: anna.watch_ohlcv(SYMBOL, "1m"), lambda all: all[-1][4] == 333, "candles")
        )
        for _ in range(200):
            # Subscriptions get only later events: trade until each has got one.
            await anna.create_order(SYMBOL, "limit", "sell", 0.00002, 333)
            bought = await bert.create_order(SYMBOL, "limit", "buy", 0.00002, 333)
            await asyncio.sleep(0.1)
            if all(task.done() for task in (orders, fills, balance, trades, tops, tickers, candles)):
                break
        told = (await orders)[-1]
        check((told["symbol"], told["side"], float(told["price"])), (SYMBOL, "buy", 333.0), "own order")
        own = (await fills)[-1]
        check((own["takerOrMaker"], float(own["price"]), own["fee"]["currency"]), ("taker", 333.0, "EUR"), "own fill")
        check((await balance)["EUR"]["total"] > 0, True, "balance")
        check(float((await trades)[-1]["price"]), 333.0, "trade")
        await asyncio.gather(tops, tickers, candles)
        check(bought["status"], "closed", "last order")
        print(f"ccxt.pro {ccxt.pro.__version__}: books equal {equal} times, seed={seed}")
    except BaseException:
        print(f"seed={seed}")
        raise
    finally:
        await anna.close()
        await bert.close()


asyncio.run(main())
