"""Lets freqtrade, unmodified, trade for real money of a venue: it enters by its strategy, places its stop on the
exchange, and one trade at the stop's price sells what it has bought.

usage: freqtrade.py URL, then apiKey and secret of a seller of BTC and of a buyer with EUR, and a folder for its files
"""

import json
import os
import sqlite3
import subprocess
import sys
import time

import ccxt

SYMBOL = "BTC/EUR"
TIMEOUT_S = 170
STRATEGY = """
from freqtrade.strategy import IStrategy


class Once(IStrategy):
    INTERFACE_VERSION = 3
    timeframe = "1m"
    startup_candle_count = 1
    minimal_roi = {"0": 10}
    stoploss = -0.05

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
"""
checks = 0


def check(said, expected, what):
    global checks
    checks += 1
    if said != expected:
        raise AssertionError(f"{what}: {said!r}, expected {expected!r}")


def urls(url):
    sockets = url.replace("http", "ws", 1) + "/ws"
    api = {name: url + "/api/v3" for name in ("public", "private", "v1")}
    return {"api": {**api, "sapi": url + "/sapi/v1", "ws": {"spot": sockets}}}


def settings(url):
    return {"urls": urls(url), "options": {"defaultType": "spot", "fetchMarkets": {"types": ["spot"]}}}


def client(url, key, secret):
    return ccxt.binance({"apiKey": key, "secret": secret, "enableRateLimit": False, **settings(url)})


def config(url, key, secret):
    return {
        "bot_name": "once",
        "max_open_trades": 1,
        "stake_currency": "EUR",
        "stake_amount": 50,
        "dry_run": False,
        "initial_state": "running",
        "timeframe": "1m",
        "entry_pricing": {"price_side": "other", "use_order_book": True, "order_book_top": 1},
        "exit_pricing": {"price_side": "other", "use_order_book": True, "order_book_top": 1},
        "order_types": {
            "entry": "limit",
            "exit": "limit",
            "stoploss": "limit",
            "stoploss_on_exchange": True,
            "stoploss_on_exchange_interval": 1,
            "stoploss_on_exchange_limit_ratio": 0.99,
        },
        "exchange": {
            "name": "binance",
            "key": key,
            "secret": secret,
            "pair_whitelist": [SYMBOL],
            "ccxt_config": settings(url),
        },
        "pairlists": [{"method": "StaticPairList"}],
        "internals": {"process_throttle_secs": 1},
    }


def main():
    url, seller, buyer, folder = sys.argv[1], sys.argv[2:4], sys.argv[4:6], sys.argv[6]
    anna = client(url, *seller)
    bert = client(url, *buyer)
    file = os.path.join(folder, "config.json")
    home = os.path.join(folder, "user")
    os.makedirs(os.path.join(home, "strategies"))
    with open(os.path.join(home, "strategies", "once.py"), "w") as out:
        out.write(STRATEGY)
    with open(file, "w") as out:
        json.dump(config(url, *buyer), out)
    database = os.path.join(folder, "trades.sqlite")
    anna.load_markets()
    bert.load_markets()

    def last(price):
        bert.create_order(SYMBOL, "limit", "buy", 0.001, price)
        anna.create_order(SYMBOL, "limit", "sell", 0.001, price)

    def rows(query):
        if not os.path.exists(database):
            return []
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as store:
            try:
                return store.execute(query).fetchall()
            except sqlite3.OperationalError:  # its tables do not exist yet
                return []

    log = os.path.join(folder, "freqtrade.log")
    command = [sys.executable, "-m", "freqtrade", "trade", "--config", file, "--userdir", home]
    command += ["--strategy", "Once", "--db-url", f"sqlite:///{database}"]
    with open(log, "w") as out:
        bot = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, cwd=folder)

    def until(call, what, meanwhile=lambda: None):
        end = time.monotonic() + TIMEOUT_S
        while True:
            said = call()
            if said:
                return said
            if bot.poll() is not None or time.monotonic() > end:
                with open(log) as lines:
                    raise AssertionError(f"{what}: not in time, or it has ended: {lines.read()[-6000:]}")
            meanwhile()
            time.sleep(0.5)

    try:
        anna.create_order(SYMBOL, "limit", "sell", 2, 100)
        # It enters by its strategy, which needs a complete candle, so the market continues to trade.
        stops = until(
            lambda: [one for one in bert.fetch_open_orders(SYMBOL) if one["info"]["type"] == "STOP_LOSS_LIMIT"],
            "a stop on the exchange",
            lambda: last(99),
        )
        stop = stops[0]
        check((stop["side"], stop["amount"], stop["triggerPrice"]), ("sell", 0.5, 95), "its stop")
        trade = until(lambda: rows("select amount, open_rate, is_open from trades"), "its trade")
        check(trade, [(0.5, 100.0, 1)], "it has bought")
        # One trade at the stop's price: the order that it wakes sells to the best bids.
        bert.create_order(SYMBOL, "limit", "buy", 1, 94.5)
        anna.create_order(SYMBOL, "limit", "sell", 0.001, 94.5)
        closed = until(
            lambda: rows("select exit_reason, close_rate from trades where is_open = 0"), "its trade ends by the stop"
        )
        check(closed, [("stoploss_on_exchange", 94.5)], "how it ended")
        check(bert.fetch_order(stop["id"], SYMBOL)["status"], "closed", "the stop has traded")
    finally:
        bot.terminate()
        bot.wait(60)
    with open(log) as lines:
        wrong = [line for line in lines if " - ERROR - " in line or "Traceback" in line]
    check(wrong, [], "what it complains of")
    print(f"freqtrade with ccxt {ccxt.__version__}: {checks} checks passed")


main()
