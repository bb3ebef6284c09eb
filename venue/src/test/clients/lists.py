"""Trades with python-binance, unmodified: lists of two orders, all over a socket, with times in microseconds.

usage: lists.py URL, then apiKey and secret of a seller of BTC and of a buyer with EUR
"""

import asyncio
import sys

import binance

SYMBOL = "BTCEUR"
TIMEOUT_S = 60
checks = 0


def check(said, expected, what):
    global checks
    checks += 1
    if said != expected:
        raise AssertionError(f"{what}: {said!r}, expected {expected!r}")


def oco(**more):
    return {
        "symbol": SYMBOL,
        "side": "SELL",
        "quantity": "0.2",
        "aboveType": "LIMIT_MAKER",
        "abovePrice": "110",
        "belowType": "STOP_LOSS",
        "belowStopPrice": "95",
        **more,
    }


async def told(stream, wanted):
    """Returns the next event of a kind that has the other expected values."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            event = await stream.recv()
            if all(event.get(name) == value for name, value in wanted.items()):
                return event


async def main():
    url = sys.argv[1]
    binance.AsyncClient.API_URL = url + "/api"
    binance.AsyncClient.WS_API_URL = url.replace("http", "ws", 1) + "/ws-api/v3"
    anna = await binance.AsyncClient.create(sys.argv[2], sys.argv[3], time_unit="MICROSECOND")
    bert = await binance.AsyncClient.create(sys.argv[4], sys.argv[5])
    try:
        info = await anna.get_symbol_info(SYMBOL)
        check((info["ocoAllowed"], info["icebergAllowed"], info["allowTrailingStop"]), (True, True, False), "what there is")
        check("STOP_LOSS_LIMIT" in info["orderTypes"], True, "types")
        buying = {"symbol": SYMBOL, "quantity": 0.001, "price": "100"}
        await bert.ws_order_limit_buy(**buying)
        sold = await anna.ws_order_limit_sell(**buying)
        check(sold["status"], "FILLED", "placed over a socket")
        check(len(str(sold["transactTime"])), 16, "a time in microseconds")
        async with binance.BinanceSocketManager(anna).user_socket() as stream:
            placed = await anna.create_oco_order(**oco())
            status = await told(stream, {"e": "listStatus"})
            check((status["g"], status["L"], len(str(status["T"]))), (placed["orderListId"], "EXECUTING", 16), "told")
            check(len(await anna.ws_get_oco_open_orders()), 1, "open lists")
            check(len(await anna.ws_get_open_orders(symbol=SYMBOL)), 2, "open orders")
            await bert.order_limit_buy(symbol=SYMBOL, quantity="0.2", price="94")
            await bert.order_limit_buy(symbol=SYMBOL, quantity="0.001", price="95")
            await anna.ws_order_limit_sell(symbol=SYMBOL, quantity="0.001", price="95")
            fired = await told(stream, {"e": "executionReport", "o": "STOP_LOSS", "x": "TRADE"})
            check((fired["X"], fired["L"]), ("FILLED", "94.00"), "the stop sells")
            check((await told(stream, {"e": "listStatus"}))["L"], "ALL_DONE", "the list ends")
            ends = {one["type"]: one["status"] for one in await anna.ws_get_all_orders(symbol=SYMBOL)}
            check((ends["LIMIT_MAKER"], ends["STOP_LOSS"]), ("EXPIRED", "FILLED"), "one trades, and the other ends")
            second = await anna.ws_create_oco_order(**oco(belowStopPrice="90"))
            done = await anna.ws_cancel_oco_order(symbol=SYMBOL, orderListId=second["orderListId"])
            check([one["status"] for one in done["orderReports"]], ["CANCELED", "CANCELED"], "cancelled")
        stop = await anna.ws_create_order(
            symbol=SYMBOL,
            side="SELL",
            type="TAKE_PROFIT_LIMIT",
            timeInForce="GTC",
            quantity="0.1",
            price="119",
            stopPrice="120",
            newOrderRespType="FULL",
        )
        check((stop["status"], stop["workingTime"]), ("NEW", -1), "it waits")
        check((await anna.ws_get_order(symbol=SYMBOL, orderId=stop["orderId"]))["isWorking"], False, "it waits")
        check((await anna.ws_cancel_order(symbol=SYMBOL, orderId=stop["orderId"]))["status"], "CANCELED", "cancelled")
        try:
            await anna.create_oco_order(**oco(belowStopPrice="120"))
            raise AssertionError("prices in the wrong order are not refused")
        except binance.BinanceAPIException as e:
            check(e.code, -2010, "prices in the wrong order")
        print(f"python-binance {binance.__version__}: {checks} checks passed")
    finally:
        await anna.close_connection()
        await bert.close_connection()


asyncio.run(main())
