"""Trades with nautilus_trader's live node, unmodified: it logs on over the WebSocket API, streams prices and trades.

usage: nautilus.py URL, then apiKey and secret of a seller of BTC (Ed25519: PKCS #8 in base64) and of a buyer with EUR
"""

import asyncio
import hashlib
import hmac
import json
import sys
import time
import urllib.parse
import urllib.request

import nautilus_trader
from nautilus_trader.adapters.binance import BINANCE
from nautilus_trader.adapters.binance import BinanceDataClientConfig
from nautilus_trader.adapters.binance import BinanceExecClientConfig
from nautilus_trader.adapters.binance import BinanceInstrumentProviderConfig
from nautilus_trader.adapters.binance import BinanceLiveDataClientFactory
from nautilus_trader.adapters.binance import BinanceLiveExecClientFactory
from nautilus_trader.config import LoggingConfig
from nautilus_trader.config import TradingNodeConfig
from nautilus_trader.live.node import TradingNode
from nautilus_trader.model.currencies import BTC
from nautilus_trader.model.currencies import EUR
from nautilus_trader.model.enums import BookType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.enums import TimeInForce
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy

INSTRUMENT = InstrumentId.from_str("BTCEUR.BINANCE")
TIMEOUT_S = 60
checks = 0


def check(said, expected, what):
    global checks
    checks += 1
    if said != expected:
        raise AssertionError(f"{what}: {said!r}, expected {expected!r}")


class Rest:
    """The other trader, which sends separate requests."""

    def __init__(self, url, key, secret):
        self.url, self.key, self.secret = url, key, secret

    def order(self, side, quantity, price):
        query = urllib.parse.urlencode(
            {
                "symbol": "BTCEUR",
                "side": side,
                "type": "LIMIT",
                "timeInForce": "GTC",
                "quantity": quantity,
                "price": price,
                "recvWindow": 60000,
                "timestamp": int(time.time() * 1000),
            }
        )
        signature = hmac.new(self.secret.encode(), query.encode(), hashlib.sha256).hexdigest()
        request = urllib.request.Request(
            f"{self.url}/api/v3/order?{query}&signature={signature}", method="POST", headers={"X-MBX-APIKEY": self.key}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


class Recorder(Strategy):
    """Stores the events of the node; the script waits for the next one that it needs."""

    def __init__(self):
        super().__init__()
        self.events = []
        self.quotes = []
        self.trades = []
        self.deltas = 0

    def on_start(self):
        self.subscribe_quote_ticks(INSTRUMENT)
        self.subscribe_trade_ticks(INSTRUMENT)
        self.subscribe_order_book_deltas(INSTRUMENT, BookType.L2_MBP)

    def on_stop(self):
        pass  # all orders have ended

    def on_quote_tick(self, tick):
        self.quotes.append(tick)

    def on_trade_tick(self, tick):
        self.trades.append(tick)

    def on_order_book_deltas(self, deltas):
        self.deltas += 1

    def on_order_event(self, event):
        self.events.append(event)


async def until(call, what):
    end = time.monotonic() + TIMEOUT_S
    while not call():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not in {TIMEOUT_S} s")
        await asyncio.sleep(0.01)


async def trade(trader, bert):
    instrument = trader.cache.instrument(INSTRUMENT)
    check((str(instrument.price_increment), str(instrument.size_increment)), ("0.01", "0.00001"), "tick and lot")
    check(str(instrument.taker_fee), "0.00100000", "taker's fee")
    account = trader.cache.account_for_venue(INSTRUMENT.venue)
    start = account.balance_total(BTC)
    check(account.balance_free(BTC), start, "all is free")

    def placed(order):
        trader.submit_order(order)
        return order

    def seen(order, name):
        return [e for e in trader.events if e.client_order_id == order.client_order_id and type(e).__name__ == name]

    async def told(order, name, count=1):
        await until(lambda: len(seen(order, name)) >= count, f"{name} of {order}: {trader.events}")
        return seen(order, name)[count - 1]

    def limit(side, quantity, price, **more):
        return trader.order_factory.limit(
            INSTRUMENT, side, instrument.make_qty(quantity), instrument.make_price(price), **more
        )

    # A maker that trades in part and is then cancelled.
    ask = placed(limit(OrderSide.SELL, 0.1, 100, post_only=True))
    await told(ask, "OrderAccepted")
    await until(lambda: account.balance_locked(BTC).as_double() == 0.1, "a hold")
    bert.order("BUY", "0.04", "100")
    fill = await told(ask, "OrderFilled")
    check((str(fill.last_qty), str(fill.last_px), fill.liquidity_side.name), ("0.04000", "100.00", "MAKER"), "a fill")
    await until(lambda: trader.trades, "a trade of the stream")
    check((str(trader.trades[0].price), str(trader.trades[0].size)), ("100.00", "0.04000"), "a trade of the stream")
    await until(lambda: trader.quotes and str(trader.quotes[-1].ask_price) == "100.00", "a quote")
    trader.cancel_order(ask)
    await told(ask, "OrderCanceled")
    check(str(ask.filled_qty), "0.04000", "what it has traded")

    # Takers: market, IOC, and a maker that would take.
    bert.order("BUY", "1", "100")
    await until(lambda: str(trader.quotes[-1].bid_price) == "100.00", "the best bid, from which it reckons the money")
    sold = placed(trader.order_factory.market(INSTRUMENT, OrderSide.SELL, instrument.make_qty(0.9)))
    fill = await told(sold, "OrderFilled")
    check((str(fill.last_px), str(fill.commission), fill.liquidity_side.name), ("100.00", "0.09 EUR", "TAKER"), "fee")
    expired = placed(limit(OrderSide.SELL, 0.1, 105, time_in_force=TimeInForce.IOC))
    await told(expired, "OrderExpired")
    taking = placed(limit(OrderSide.SELL, 0.1, 100, post_only=True))
    rejected = await told(taking, "OrderRejected")
    check(rejected.due_post_only, True, "a maker that would take")

    # A stop after an entry: it waits, one trade wakes it, and it trades.
    stop = placed(
        trader.order_factory.stop_limit(
            INSTRUMENT,
            OrderSide.SELL,
            instrument.make_qty(0.2),
            instrument.make_price(80),
            instrument.make_price(85),
        )
    )
    await told(stop, "OrderAccepted")
    check(seen(stop, "OrderFilled"), [], "it waits")
    bert.order("BUY", "0.3", "84")
    drop = placed(limit(OrderSide.SELL, 0.11, 84))
    await told(drop, "OrderFilled", 2)
    fill = await told(stop, "OrderFilled")
    check(str(fill.last_px), "84.00", "the stop has sold")
    await until(lambda: stop.is_closed, f"all of the stop: {stop}")

    # The prices, books and money of the node.
    await until(lambda: str(trader.trades[-1].price) == "84.00", "the last trade")
    check(trader.deltas > 0, True, "changes of the book")
    spent = 0.04 + 0.9 + 0.2 + 0.11
    await until(
        lambda: abs(account.balance_total(BTC).as_double() - (start.as_double() - spent)) < 1e-9,
        f"what is left: {account.balances()}, began with {start}",
    )
    check(account.balance_locked(BTC).as_double(), 0.0, "nothing is held")
    check(account.balance_total(EUR).as_double() > 0, True, "what it got")
    wrong = [e for e in trader.events if type(e).__name__ in ("OrderDenied", "OrderCancelRejected")]
    check(wrong, [], "nothing else was refused")


async def main():
    url = sys.argv[1]
    keys = {
        "api_key": sys.argv[2],
        "api_secret": sys.argv[3],
        "base_url_http": url,
        "instrument_provider": BinanceInstrumentProviderConfig(load_all=True),
    }
    sockets = url.replace("http", "ws", 1)
    node = TradingNode(
        config=TradingNodeConfig(
            trader_id="DAYBOOK-001",
            logging=LoggingConfig(log_level="WARNING", log_colors=False),
            data_clients={BINANCE: BinanceDataClientConfig(base_url_ws=sockets, **keys)},
            exec_clients={BINANCE: BinanceExecClientConfig(base_url_ws=sockets + "/ws-api/v3", **keys)},
            timeout_connection=TIMEOUT_S,
            timeout_post_stop=1.0,
        )
    )
    trader = Recorder()
    node.trader.add_strategy(trader)
    node.add_data_client_factory(BINANCE, BinanceLiveDataClientFactory)
    node.add_exec_client_factory(BINANCE, BinanceLiveExecClientFactory)
    node.build()
    running = asyncio.create_task(node.run_async())
    try:
        await until(lambda: running.done() or trader.is_running, "the node runs")
        await trade(trader, Rest(url, sys.argv[4], sys.argv[5]))
    finally:
        await node.stop_async()
        await running
    check(trader.is_stopped, True, "it has stopped in order")
    print(f"nautilus_trader {nautilus_trader.__version__}: {checks} checks passed")
    return node


loop = asyncio.new_event_loop()
loop.run_until_complete(main()).dispose()  # dispose stops the loop
