"""The rows of docs/test-venue.md with ccxt and python-binance, unmodified; TwelveRowsTest has the other clients."""

import asyncio
import threading
import time

import pytest

ccxt = pytest.importorskip("ccxt")
pytest.importorskip("ccxt.pro")
binance = pytest.importorskip("binance")
requests = pytest.importorskip("requests")

SYMBOL = "BTC/EUR"
PLACE = {"door": "spot", "route": "POST /api/v3/order"}
CANCEL = {"door": "spot", "route": "DELETE /api/v3/order"}
PATIENCE_S = 60


class Ccxt:
    """ccxt, with the few calls that the rows need."""

    def __init__(self, venue, trader):
        self.exchange = trader.ccxt(enableRateLimit=False)
        self.exchange.timeout = 30_000
        self.exchange.load_markets()
        self.exchange.timeout = 5_000

    def place(self, name, size="0.1", side="buy", price=50_000):
        return self.exchange.create_order(SYMBOL, "limit", side, float(size), price, {"clientOrderId": name})

    def ask(self, name):
        return self.exchange.fetch_order(None, SYMBOL, {"origClientOrderId": name})["status"]

    def cancel(self, name):
        order = self.exchange.cancel_order(None, SYMBOL, {"origClientOrderId": name})
        return order["status"], order["filled"]


class Binance:
    """python-binance, with the few calls that the rows need."""

    def __init__(self, venue, trader):
        self.client = binance.Client(
            trader.api_key, trader.secret, ping=False, requests_params={"timeout": 5}
        )
        self.client.API_URL = venue.line["http"] + "/api"

    def place(self, name, size="0.1", side="BUY", price=50_000):
        return self.client.create_order(
            symbol="BTCEUR",
            side=side.upper(),
            type="LIMIT",
            timeInForce="GTC",
            quantity=size,
            price=str(price),
            newClientOrderId=name,
        )

    def ask(self, name):
        return self.client.get_order(symbol="BTCEUR", origClientOrderId=name)["status"]

    def cancel(self, name):
        order = self.client.cancel_order(symbol="BTCEUR", origClientOrderId=name)
        return order["status"], float(order["executedQty"])


@pytest.fixture
def mine(venue, trader):
    """ccxt."""
    return Ccxt(venue, trader)


@pytest.fixture
def other(venue, trader):
    """python-binance."""
    return Binance(venue, trader)


def run(coroutine):
    asyncio.run(asyncio.wait_for(coroutine, PATIENCE_S))


async def python_binance(venue, trader):
    """The client of python-binance that follows streams."""
    binance.AsyncClient.API_URL = venue.line["http"] + "/api"
    binance.AsyncClient.WS_API_URL = venue.line["spotWsApi"]
    binance.BinanceSocketManager.STREAM_URL = venue.line["spotWs"][: -len("ws")]
    return await binance.AsyncClient.create(trader.api_key, trader.secret)


def refusal(code, call):
    """Expects a refusal: python-binance has one exception for all of them."""
    with pytest.raises(binance.BinanceAPIException) as refused:
        call()
    assert refused.value.code == code
    return refused.value


def placed(venue, trader):
    """Returns the number of a user's orders that the engine has taken."""
    uid = '"cmd":"place","uid":%d,' % trader.keys["uid"]
    return sum(uid in line for line in venue.journal().splitlines())


def until(call, expected):
    deadline = time.monotonic() + PATIENCE_S
    while call() != expected:
        assert time.monotonic() < deadline, "%r, expected %r" % (call(), expected)
        time.sleep(0.02)


# ---- 1: a lost answer ------------------------------------------------------------------------------------------------


def test_ccxt_times_out_where_an_answer_is_lost_and_sends_nothing_again(venue, trader, faults, mine):
    faults.next(key=trader, **PLACE).loseAnswer()
    with pytest.raises(ccxt.RequestTimeout):
        mine.place("a-1")
    assert placed(venue, trader) == 1
    assert mine.ask("a-1") == "open"


def test_python_binance_times_out_where_an_answer_is_lost_and_sends_nothing_again(venue, trader, faults, other):
    faults.next(key=trader, **PLACE).loseAnswer()
    with pytest.raises(requests.exceptions.ReadTimeout):
        other.place("a-1")
    assert placed(venue, trader) == 1
    assert other.ask("a-1") == "NEW"


# ---- 2: a partial fill before a cancel -------------------------------------------------------------------------------


def test_both_say_in_the_answer_to_a_cancel_how_much_was_filled(venue, trader, mine, other):
    venue.fill(trader, ("0.04", "PT0S"))
    mine.place("a-1")
    until(lambda: venue.ask("GET", "/fill")["fills"][0]["state"], "done")
    assert mine.cancel("a-1") == ("canceled", 0.04)
    venue.fill(trader, ("0.04", "PT0S"))
    other.place("b-1")
    until(lambda: venue.ask("GET", "/fill")["fills"][1]["state"], "done")
    assert other.cancel("b-1") == ("CANCELED", 0.04)


# ---- 3: a gap in the book --------------------------------------------------------------------------------------------


def levels(venue, size, price="59999"):
    venue.book("BTC-EUR", bids=[(price, size)], asks=[("60001", "1")])


async def best(exchange, size):
    """Follows the book until its best bid has a size."""
    while True:
        book = await exchange.watch_order_book(SYMBOL)
        if book["bids"] and book["bids"][0][:2] == [59999.0, size]:
            return book


def test_ccxt_raises_for_a_gap_and_begins_its_book_anew(venue, trader, faults):
    async def follow():
        exchange = trader.ccxt(pro=True)
        try:
            levels(venue, 1)
            await exchange.watch_order_book(SYMBOL)
            levels(venue, 2)
            await best(exchange, 2.0)
            faults.next(door="ws", route="depthUpdate").drop(n=1)
            levels(venue, 3)
            await asyncio.to_thread(until, faults.unused, [])
            levels(venue, 4)
            with pytest.raises(ccxt.ChecksumError):
                await exchange.watch_order_book(SYMBOL)
            await best(exchange, 4.0)
        finally:
            await exchange.close()

    run(follow())


def test_python_binance_begins_its_book_anew_and_keeps_levels_that_are_gone(venue, trader, faults):
    async def follow():
        client = await python_binance(venue, trader)
        levels(venue, 1)
        manager = binance.BinanceSocketManager(client)
        try:
            async with binance.DepthCacheManager(client, "BTCEUR", bm=manager, ws_interval=100) as cache:

                async def best(size):
                    while True:
                        book = await cache.recv()
                        if book and book.get_bids()[0] == [59999.0, size]:
                            return book

                levels(venue, 2)
                levels(venue, 3)
                await best(3.0)
                faults.next(door="ws", route="depthUpdate").drop(n=1)
                levels(venue, 4)
                await asyncio.to_thread(until, faults.unused, [])
                levels(venue, 5)
                await best(5.0)
                levels(venue, 5, price="59998")
                # python-binance removes a level for "0.00000000" only, but sizes have the decimals of their lot.
                assert (await best(0.0)).get_bids() == [[59999.0, 0.0], [59998.0, 5.0]]
        finally:
            await client.close_connection()

    run(follow())


# ---- 4: numbers that begin anew --------------------------------------------------------------------------------------


def test_ccxt_raises_for_a_stream_that_ends_and_takes_a_new_book_with_lower_numbers(venue):
    async def follow():
        exchange = venue.trader("anna").ccxt(pro=True)
        try:
            levels(venue, 1)
            levels(venue, 2)
            before = (await exchange.watch_order_book(SYMBOL))["nonce"]
            waiting = asyncio.create_task(exchange.watch_order_book(SYMBOL))
            await asyncio.sleep(0.2)
            venue.reset()
            with pytest.raises(ccxt.NetworkError):
                await waiting
            levels(venue, 3)
            assert (await best(exchange, 3.0))["nonce"] < before
        finally:
            await exchange.close()

    run(follow())


def test_python_binance_says_that_a_stream_ended_and_comes_again_by_itself(venue):
    async def follow():
        client = await python_binance(venue, venue.trader("anna"))
        levels(venue, 1)
        try:
            async with binance.BinanceSocketManager(client).depth_socket("BTCEUR", interval=100) as stream:
                for size in range(2, 60):
                    levels(venue, size)
                before = 0
                while before < 100:
                    before = (await stream.recv())["u"]
                venue.reset()
                while (await stream.recv())["e"] != "error":
                    pass  # messages that came before the reset

                async def change():
                    for cents in range(10, 1_000):
                        levels(venue, "1.%03d" % cents)
                        await asyncio.sleep(0.2)

                changing = asyncio.create_task(change())
                said = {}
                while said.get("e") != "depthUpdate":
                    said = await stream.recv()
                changing.cancel()
                assert said["u"] < before
        finally:
            await client.close_connection()

    run(follow())


# ---- 5: a clock that is wrong ----------------------------------------------------------------------------------------


def test_both_raise_for_a_clock_that_is_wrong_and_send_nothing_again(venue, trader, faults, mine, other):
    faults.next(key=trader, **PLACE).status(code="-1021")
    with pytest.raises(ccxt.InvalidNonce):
        mine.place("a-1")
    faults.next(key=trader, **PLACE).status(code="-1021")
    refusal(-1021, lambda: other.place("b-1"))
    assert placed(venue, trader) == 0


# ---- 6: dust ---------------------------------------------------------------------------------------------------------


def test_ccxt_cuts_sizes_to_lots_and_raises_for_dust_itself(venue, trader, mine):
    venue.balances(trader.name, BTC="0.100004")
    with pytest.raises(ccxt.InvalidOrder):
        mine.place("a-1", "0.000004", "sell", 60_000)
    assert mine.place("a-2", "0.100004", "sell", 60_000)["amount"] == 0.1


def test_python_binance_sends_dust_and_is_refused(venue, trader, other):
    venue.balances(trader.name, BTC="0.100004")
    refusal(-1013, lambda: other.place("b-1", "0.100004", "SELL", 60_000))
    assert placed(venue, trader) == 0


# ---- 7: an order that is hidden after it was taken -------------------------------------------------------------------


def test_both_say_that_there_is_no_such_order_though_there_is(venue, trader, faults, mine, other):
    faults.next(key=trader, **PLACE).hide(duration="PT2S")
    mine.place("a-1")
    with pytest.raises(ccxt.OrderNotFound):
        mine.ask("a-1")
    with pytest.raises(ccxt.OrderNotFound):
        mine.cancel("a-1")
    with pytest.raises(ccxt.InvalidOrder, match="Duplicate"):
        mine.place("a-1")
    until(lambda: trader.send("GET", "/v1/orders/by-client/a-1")[0], 200)
    faults.next(key=trader, **PLACE).hide(duration="PT2S")
    other.place("b-1")
    refusal(-2013, lambda: other.ask("b-1"))
    refusal(-2011, lambda: other.cancel("b-1"))
    refusal(-2010, lambda: other.place("b-1"))
    assert placed(venue, trader) == 2


# ---- 8 and 10: a stream that is cut between fills; a fill that comes twice -------------------------------------------


async def fills(venue, trader, meanwhile):
    """Fills 0.1 and then 0.2 of an order; calls `meanwhile` between the fills.

    Returns the fills that ccxt reported, those that it kept, and the real ones.
    """
    exchange = trader.ccxt(pro=True)
    said = []

    async def follow():
        while True:
            try:
                for trade in await exchange.watch_my_trades(SYMBOL):
                    said.append((trade["id"], trade["amount"]))
            except ccxt.NetworkError as e:
                said.append(type(e).__name__)

    following = asyncio.create_task(follow())
    try:
        await exchange.load_markets()
        while not exchange.orders:  # until its stream reports orders
            await exchange.create_order(SYMBOL, "limit", "buy", 0.001, 40_000)
            await asyncio.sleep(0.1)
        venue.fill(trader, ("0.1", "PT0S"))
        await exchange.create_order(SYMBOL, "limit", "buy", 0.3, 50_000)
        while not said:
            await asyncio.sleep(0.02)
        meanwhile()
        venue.trade("BTC-EUR", "50000", "0.1", through=True)
        await asyncio.to_thread(until, venue.faults.unused, [])
        await asyncio.sleep(0.5)
        kept = [(trade["id"], trade["amount"]) for trade in exchange.myTrades or []]
        real = [(trade["id"], trade["amount"]) for trade in await exchange.fetch_my_trades(SYMBOL)]
        return said, kept, real
    finally:
        following.cancel()
        await exchange.close()


def test_ccxt_misses_the_fill_during_which_its_stream_was_cut(venue, trader, faults):
    async def follow():
        cut = faults.next(door="ws", key=trader, route="executionReport")
        said, kept, real = await fills(venue, trader, lambda: cut.cut(at="before"))
        assert "NetworkError" in said
        assert kept == real[:1] and len(real) == 2

    run(follow())


def test_ccxt_keeps_a_fill_once_that_comes_twice(venue, trader, faults):
    async def follow():
        twice = faults.next(door="ws", key=trader, route="executionReport")
        said, kept, real = await fills(venue, trader, lambda: twice.repeat(n=1))
        assert kept == real and len(real) == 2

    run(follow())


async def heard(venue, trader, meanwhile, last):
    """Makes the same fills; returns what python-binance passed on until `last` had come, and the real fills."""
    client = await python_binance(venue, trader)
    said = []
    try:
        async with binance.BinanceSocketManager(client).user_socket() as stream:
            await client.order_limit_buy(symbol="BTCEUR", quantity="0.3", price="50000")
            while not said or said[-1] != "NEW":
                said.append((await stream.recv()).get("x"))
            said.clear()
            meanwhile()
            venue.trade("BTC-EUR", "50000", "0.1", through=True)
            while said.count(last[0]) < last[1]:
                event = await stream.recv()
                said.append("error" if event["e"] == "error" else event.get("x") or event["e"])
            again = await client.order_limit_buy(symbol="BTCEUR", quantity="0.1", price="40000")
            try:
                async with asyncio.timeout(4):
                    while True:
                        event = await stream.recv()
                        said.append("later" if event.get("i") == again["orderId"] else event.get("x") or event["e"])
            except TimeoutError:
                pass
            return said, await client.get_my_trades(symbol="BTCEUR")
    finally:
        await client.close_connection()


def test_python_binance_misses_the_fill_during_which_its_stream_was_cut(venue, trader, faults):
    async def follow():
        cut = faults.next(door="ws", key=trader, route="executionReport")
        said, real = await heard(venue, trader, lambda: cut.cut(at="before"), ("error", 1))
        assert "TRADE" not in said and len(real) == 1

    run(follow())


def test_python_binance_hands_a_fill_on_twice_that_comes_twice(venue, trader, faults):
    async def follow():
        twice = faults.next(door="ws", key=trader, route="executionReport")
        said, real = await heard(venue, trader, lambda: twice.repeat(n=1), ("TRADE", 2))
        assert said.count("TRADE") == 2 and len(real) == 1

    run(follow())


# ---- 9: a storm of 429 -----------------------------------------------------------------------------------------------


def test_both_raise_for_each_429_and_wait_for_nothing(venue, trader, faults, mine, other):
    faults.next(key=trader, **PLACE).status(status=429, retryAfter=30, times=6)
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(ccxt.DDoSProtection):
            mine.place("a-1")
        assert refusal(-1003, lambda: other.place("b-1")).response.headers["Retry-After"] == "30"
    assert time.monotonic() - began < 20
    assert placed(venue, trader) == 0
    assert mine.place("a-1")["status"] == "open"


# ---- 11: a fill after a cancel was sent ------------------------------------------------------------------------------


def late(venue, trader, faults, cancel):
    """Fills an order while its cancel is on its way; returns what the cancel raises."""
    faults.next(key=trader, **CANCEL).delay(at="before", duration="PT3S")
    raised = []

    def send():
        try:
            raised.append(cancel())
        except Exception as e:
            raised.append(e)

    sending = threading.Thread(target=send)
    sending.start()
    until(faults.unused, [])
    venue.trade("BTC-EUR", "50000", "0.1", through=True)
    sending.join()
    return raised[0]


def test_both_say_of_a_cancel_that_comes_late_that_there_is_no_such_order(venue, trader, faults, mine, other):
    mine.place("a-1")
    assert isinstance(late(venue, trader, faults, lambda: mine.cancel("a-1")), ccxt.OrderNotFound)
    assert mine.ask("a-1") == "closed"
    other.place("b-1")
    assert late(venue, trader, faults, lambda: other.cancel("b-1")).code == -2011
    assert other.ask("b-1") == "FILLED"


# ---- 12: a restart of the venue --------------------------------------------------------------------------------------


def test_both_raise_for_a_venue_that_restarts_and_find_the_order_later(venue, trader, faults, mine, other):
    faults.next(key=trader, **PLACE).kill(at="after")
    with pytest.raises(ccxt.NetworkError):
        mine.place("a-1")
    venue.hash()
    assert mine.ask("a-1") == "open"
    faults.next(key=trader, **PLACE).kill(at="after")
    with pytest.raises(requests.exceptions.ConnectionError):
        other.place("b-1")
    venue.hash()
    assert other.ask("b-1") == "NEW"
    assert placed(venue, trader) == 2


# ---- each fault with both clients, and a request without it ----------------------------------------------------------

TIMED_OUT = (ccxt.RequestTimeout, requests.exceptions.ReadTimeout)
CUT = (ccxt.NetworkError, requests.exceptions.ConnectionError)
REFUSED = binance.BinanceAPIException


@pytest.mark.parametrize(
    "word, says, raised, taken",
    [
        ("loseRequest", {}, TIMED_OUT, False),
        ("cut", {"at": "before"}, CUT, True),
        ("cut", {"at": "within"}, (ccxt.NetworkError, requests.exceptions.ChunkedEncodingError), True),
        ("cut", {"at": "after"}, None, True),
        ("delay", {"at": "after", "duration": "PT0.5S"}, None, True),
        ("delay", {"at": "before", "duration": "PT0.5S"}, None, True),
        ("status", {"status": 418}, (ccxt.DDoSProtection, REFUSED), False),
        ("status", {"status": 500}, (ccxt.OperationFailed, REFUSED), True),
        ("status", {"status": 502}, (ccxt.ExchangeNotAvailable, REFUSED), True),
        ("status", {"status": 503}, (ccxt.ExchangeError, REFUSED), True),
        ("status", {"code": "-1003"}, (ccxt.DDoSProtection, REFUSED), False),
        ("status", {"code": "-1015"}, (ccxt.RateLimitExceeded, REFUSED), False),
        ("status", {"code": "-2010"}, (ccxt.InsufficientFunds, REFUSED), False),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_each_fault_of_a_request_is_seen_and_nothing_without_it(venue, trader, faults, mine, other, word, says, raised, taken):
    for name, client, error in (("a", mine, raised and raised[0]), ("b", other, raised and raised[1])):
        client.place(name + "-0")
        before = placed(venue, trader)
        faults.next(key=trader, **PLACE).does(word, **says)
        began = time.monotonic()
        if error:
            with pytest.raises(error):
                client.place(name + "-1")
        else:
            client.place(name + "-1")
            assert time.monotonic() - began >= (0.5 if "duration" in says else 0)
        assert faults.unused() == []
        assert placed(venue, trader) == before + taken
        client.place(name + "-2")


@pytest.mark.parametrize("word, says", [("repeat", {"n": 1}), ("stall", {"duration": "PT1S"}), ("delay", {"duration": "PT1S"})])
def test_a_message_twice_or_late_leaves_the_book_of_ccxt_right(venue, trader, faults, word, says):
    async def follow():
        exchange = trader.ccxt(pro=True)
        try:
            levels(venue, 1)
            await exchange.watch_order_book(SYMBOL)
            faults.next(door="ws", route="depthUpdate").does(word, **says)
            began = time.monotonic()
            levels(venue, 2)
            await best(exchange, 2.0)
            assert time.monotonic() - began >= (1 if "duration" in says else 0)
            levels(venue, 3)
            await best(exchange, 3.0)
        finally:
            await exchange.close()

    run(follow())


def test_ccxt_raises_for_messages_in_another_order(venue, trader, faults):
    async def follow():
        exchange = trader.ccxt(pro=True)
        try:
            levels(venue, 1)
            await exchange.watch_order_book(SYMBOL)
            levels(venue, 2)
            await exchange.watch_order_book(SYMBOL)
            faults.next(door="ws", route="depthUpdate").swap(n=1)
            levels(venue, 3)
            await asyncio.to_thread(until, faults.unused, [])
            levels(venue, 4)
            with pytest.raises(ccxt.ChecksumError):
                await exchange.watch_order_book(SYMBOL)
        finally:
            await exchange.close()

    run(follow())
