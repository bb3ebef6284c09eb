"""Trades with ccxt, unmodified: markets, each type of order, changes, fills, balances, errors.

usage: trade.py URL, then apiKey and secret of a seller of BTC and of a buyer with EUR
"""

import sys
from decimal import Decimal

import ccxt

SYMBOL = "BTC/EUR"
checks = 0


def client(url, key, secret):
    exchange = ccxt.binance(
        {"apiKey": key, "secret": secret, "enableRateLimit": False, "options": {"fetchMarkets": {"types": ["spot"]}}}
    )
    for name in ("public", "private", "v1"):
        exchange.urls["api"][name] = url + "/api/v3"
    exchange.urls["api"]["sapi"] = url + "/sapi/v1"
    return exchange


def check(said, expected, what):
    global checks
    checks += 1
    if said != expected:
        raise AssertionError(f"{what}: {said!r}, expected {expected!r}")


def refused(error, what, call):
    try:
        call()
    except ccxt.BaseError as e:
        check(type(e).__name__, error.__name__, what + ": " + str(e))
        return
    raise AssertionError(what + " was not refused")


def number(value):
    return Decimal(str(value)).normalize()


def until(call, expected, what):
    """Waits, because data that followers make from results may come a little later than an answer."""
    for _ in range(500):
        said = call()
        if said == expected:
            break
    check(said, expected, what)


def main():
    url = sys.argv[1]
    anna = client(url, sys.argv[2], sys.argv[3])
    bert = client(url, sys.argv[4], sys.argv[5])

    market = anna.load_markets()[SYMBOL]
    bert.load_markets()
    check(market["precision"]["price"], 0.01, "tick")
    check(market["precision"]["amount"], 0.00001, "lot")
    check(market["active"], True, "active")
    check(sorted(anna.fetch_currencies()), ["BTC", "EUR"], "currencies")
    check(anna.fetch_trading_fees()[SYMBOL]["taker"], 0.001, "taker's fee")
    check(anna.fetch_status()["status"], "ok", "status")
    check(abs(anna.fetch_time() - anna.milliseconds()) < 5_000, True, "time")
    before = {"anna": anna.fetch_balance(), "bert": bert.fetch_balance()}

    # Limit orders, and their changes and ends.
    ask = anna.create_order(SYMBOL, "limit", "sell", 0.1, 100, {"clientOrderId": "py-1"})
    check((ask["status"], ask["clientOrderId"]), ("open", "py-1"), "a limit order rests")
    bid = bert.create_order(SYMBOL, "limit", "buy", 0.25, 101)
    check((bid["status"], number(bid["filled"]), number(bid["average"])), ("open", number(0.1), number(100)), "fill")
    check([number(fee["cost"]) for fee in bid["fees"]], [number(0.01)], "fee")
    check(anna.fetch_order(ask["id"], SYMBOL)["status"], "closed", "the maker is filled")
    check(anna.fetch_order(None, SYMBOL, {"origClientOrderId": "py-1"})["id"], ask["id"], "found by client id")
    check([order["id"] for order in bert.fetch_open_orders(SYMBOL)], [bid["id"]], "open orders")
    trade = bert.fetch_my_trades(SYMBOL)[-1]
    check((trade["order"], trade["takerOrMaker"], trade["fee"]["currency"]), (bid["id"], "taker", "EUR"), "own trade")
    until(lambda: number((bert.fetch_order_book(SYMBOL)["bids"] or [[0]])[0][0]), number(101), "book")
    changed = bert.edit_order(bid["id"], SYMBOL, "limit", "buy", 0.2, 99)
    check((changed["status"], number(changed["price"])), ("open", number(99)), "replaced")
    check(bert.cancel_order(changed["id"], SYMBOL)["status"], "canceled", "cancelled")
    check({order["status"] for order in bert.fetch_orders(SYMBOL)}, {"canceled"}, "all orders")

    # Each type and time in force.
    check(bert.create_order(SYMBOL, "limit", "buy", 0.1, 98, {"timeInForce": "IOC"})["status"], "expired", "IOC")
    check(bert.create_order(SYMBOL, "limit", "buy", 0.1, 98, {"timeInForce": "FOK"})["status"], "expired", "FOK")
    maker = anna.create_order(SYMBOL, "limit", "sell", 1, 100, {"postOnly": True})
    check(anna.fetch_order(maker["id"], SYMBOL)["postOnly"], True, "post only")
    refused(
        ccxt.OrderImmediatelyFillable,
        "a maker that would take",
        lambda: bert.create_order(SYMBOL, "limit", "buy", 0.1, 100, {"postOnly": True}),
    )
    until(lambda: number((bert.fetch_order_book(SYMBOL)["asks"] or [[0]])[0][0]), number(100), "book")
    bought = bert.create_order(SYMBOL, "market", "buy", 0.1)
    check((bought["status"], number(bought["filled"]), number(bought["cost"])), ("closed", number(0.1), 10), "market")
    spent = bert.create_market_buy_order_with_cost(SYMBOL, 20)
    check((spent["status"], number(spent["cost"])), ("closed", 20), "market by money")
    check(bert.fetch_order(bought["id"], SYMBOL)["type"], "market", "a market order stays one")
    bert.create_order(SYMBOL, "limit", "buy", 0.5, 90)
    until(lambda: number((anna.fetch_order_book(SYMBOL)["bids"] or [[0]])[0][0]), number(90), "book")
    check(number(anna.create_order(SYMBOL, "market", "sell", 0.1)["average"]), number(90), "market sell")
    check(number(anna.create_market_sell_order_with_cost(SYMBOL, 18)["filled"]), number(0.2), "market sell by money")

    # Orders that wait for a price, and lists of two orders of which one ends.
    bert.cancel_all_orders(SYMBOL)
    anna.cancel_all_orders(SYMBOL)

    def last(price):
        bert.create_order(SYMBOL, "limit", "buy", 0.001, price)
        anna.create_order(SYMBOL, "limit", "sell", 0.001, price)

    last(100)
    loss = anna.create_order(SYMBOL, "market", "sell", 0.1, None, {"stopLossPrice": 90})
    limited = anna.create_order(SYMBOL, "limit", "sell", 0.1, 88, {"stopLossPrice": 90})
    profit = anna.create_order(SYMBOL, "limit", "sell", 0.1, 104, {"takeProfitPrice": 105})
    until(lambda: len(anna.fetch_open_orders(SYMBOL)), 3, "waiting orders are open")
    waiting = anna.fetch_order(loss["id"], SYMBOL)
    check((waiting["status"], waiting["triggerPrice"], waiting["type"]), ("open", 90, "market"), "a stop waits")
    check(waiting["info"]["type"], "STOP_LOSS", "a stop without a price")
    check(anna.fetch_order(limited["id"], SYMBOL)["info"]["type"], "STOP_LOSS_LIMIT", "a stop with a limit")
    refused(
        ccxt.OrderImmediatelyFillable,
        "a stop that is met",
        lambda: anna.create_order(SYMBOL, "market", "sell", 0.1, None, {"stopLossPrice": 101}),
    )
    refused(
        ccxt.InvalidOrder,
        "a trailing stop",
        lambda: anna.create_order(SYMBOL, "market", "sell", 0.1, None, {"trailingPercent": 1, "stopLossOrTakeProfit": "stopLoss"}),
    )
    oco = {
        "symbol": "BTCEUR",
        "side": "SELL",
        "quantity": "0.2",
        "aboveType": "LIMIT_MAKER",
        "abovePrice": "110",
        "belowType": "STOP_LOSS_LIMIT",
        "belowStopPrice": "80",
        "belowPrice": "79",
        "belowTimeInForce": "GTC",
    }
    pair = anna.private_post_orderlist_oco(oco)
    check([one["type"] for one in pair["orderReports"]], ["LIMIT_MAKER", "STOP_LOSS_LIMIT"], "a list of two")
    other = anna.private_post_orderlist_oco({**oco, "abovePrice": "111"})
    until(lambda: len(anna.private_get_openorderlist()), 2, "lists are open")
    anna.private_delete_orderlist({"symbol": "BTCEUR", "orderListId": other["orderListId"]})
    bert.create_order(SYMBOL, "limit", "buy", 0.2, 90)
    last(90)
    until(lambda: anna.fetch_order(loss["id"], SYMBOL)["status"], "closed", "a stop is met")
    until(lambda: anna.fetch_order(limited["id"], SYMBOL)["status"], "closed", "a stop with a limit is met")
    bert.create_order(SYMBOL, "limit", "buy", 0.2, 110)
    until(lambda: anna.fetch_order(profit["id"], SYMBOL)["status"], "open", "it had traded at 110, and rests")
    check(anna.private_get_orderlist({"orderListId": pair["orderListId"]})["listOrderStatus"], "ALL_DONE", "it ends")
    ends = [anna.fetch_order(one["orderId"], SYMBOL)["status"] for one in pair["orders"]]
    check(ends, ["closed", "expired"], "one trades, and the other ends")
    iceberg = anna.create_order(SYMBOL, "limit", "sell", 1, 120, {"icebergQty": "0.1"})
    check(anna.fetch_order(iceberg["id"], SYMBOL)["info"]["icebergQty"], "0.10000", "an iceberg")
    anna.cancel_all_orders(SYMBOL)
    last(90)
    anna.create_order(SYMBOL, "limit", "sell", 0.1, 100)
    bert.create_order(SYMBOL, "limit", "buy", 0.5, 80)

    # Refused requests.
    refused(ccxt.InsufficientFunds, "too dear", lambda: bert.create_order(SYMBOL, "limit", "buy", 100, 10_000_000))
    refused(ccxt.OrderNotFound, "unknown to cancel", lambda: bert.cancel_order("7", SYMBOL))
    refused(ccxt.OrderNotFound, "unknown", lambda: bert.fetch_order("7", SYMBOL))
    refused(ccxt.BadSymbol, "no such symbol", lambda: bert.publicGetDepth({"symbol": "BTCUSD"}))
    refused(
        ccxt.InvalidOrder,
        "off the tick",
        lambda: bert.privatePostOrder(
            {"symbol": "BTCEUR", "side": "BUY", "type": "LIMIT", "timeInForce": "GTC", "quantity": "1", "price": "1.005"}
        ),
    )
    refused(ccxt.AuthenticationError, "wrong secret", client(url, sys.argv[2], "wrong").fetch_balance)

    # Market data.
    last = anna.fetch_my_trades(SYMBOL)[-1]["id"]
    until(lambda: anna.fetch_trades(SYMBOL)[-1]["id"], last, "trades")
    check(number(anna.fetch_ticker(SYMBOL)["last"]), number(90), "ticker")
    check(list(anna.fetch_tickers()), [SYMBOL], "tickers")
    check(number(anna.fetch_bids_asks()[SYMBOL]["ask"]), number(100), "best prices")
    check(number(anna.fetch_ohlcv(SYMBOL, "1d")[-1][4]), number(90), "candles")

    # The balances at the end: except for fees, money has only changed hands.
    check(len(bert.cancel_all_orders(SYMBOL)), 1, "all cancelled")
    check(len(anna.cancel_all_orders(SYMBOL)), 1, "all cancelled")
    check(bert.fetch_open_orders(SYMBOL), [], "none is open")
    after = {"anna": anna.fetch_balance(), "bert": bert.fetch_balance()}
    fees = sum(
        number(trade["fee"]["cost"]) for exchange in (anna, bert) for trade in exchange.fetch_my_trades(SYMBOL)
    )
    for currency, spent in (("BTC", Decimal(0)), ("EUR", fees)):
        totals = [
            sum(number(balance[currency]["total"]) for balance in balances.values()) for balances in (before, after)
        ]
        check(totals[0] - totals[1], spent, "sum of " + currency)
        check(sum(number(balance[currency]["used"]) for balance in after.values()), 0, currency + " held")
    print(f"ccxt {ccxt.__version__}: {checks} checks passed")


main()
