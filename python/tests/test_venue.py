"""The plugin and a venue: a test sets, breaks and reads it."""

import pytest

import daybook_testvenue

pytest_plugins = ["pytester"]

ORDERS = {"door": "http", "route": "POST /v1/orders"}


def bid(client_id, price="50000", size="0.1"):
    return {
        "symbol": "BTC-EUR",
        "side": "buy",
        "type": "limit",
        "price": price,
        "size": size,
        "clientOrderId": client_id,
    }


def test_trades_with_the_book(venue, trader):
    venue.book("BTC-EUR", bids=[("59999", "1")], asks=[("60001", "1")])
    assert trader.send("POST", "/v1/orders", bid("a-1", "60001"))[0] == 201
    venue.wait("a-1", "filled")
    assert "60001" in venue.journal()


def test_loses_the_answer_of_an_order_that_is_in_the_book(venue, trader, faults):
    faults.next(key=trader, **ORDERS).loseAnswer()
    with pytest.raises(OSError):
        trader.send("POST", "/v1/orders", bid("a-1"), timeout=0.3)
    venue.wait("a-1", "open")


def test_begins_anew_before_each_test(venue, trader):
    assert trader.name == "user-1"
    before = venue.hash()
    assert trader.send("POST", "/v1/orders", bid("a-1"))[0] == 201
    assert venue.hash()["hash"] != before["hash"]
    venue.reset()
    assert trader.send("GET", "/v1/account")[0] == 401


def test_names_the_nearest_word_where_a_test_is_wrong(faults):
    with pytest.raises(daybook_testvenue.VenueError, match="anna"):
        faults.next(key="ana").cut()


def test_fails_a_test_that_leaves_a_fault(pytester):
    pytester.makepyfile("""
        def test_leaves_one(faults):
            faults.next(door="http", key="anna").loseAnswer()

        def test_leaves_none(venue, faults):
            faults.next(door="http", key="anna").status(status=503)
            assert venue.trader("anna").send("GET", "/v1/account")[0] == 503

        def test_fails(venue, trader):
            trader.send("GET", "/v1/account")
            assert False
    """)
    result = pytester.runpytest_subprocess("--venue-seed=5")
    result.assert_outcomes(passed=2, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*no request or message met*loseAnswer*", "*repeat it with pytest --venue-seed=5*"])


def test_begins_anew_for_each_module_only(pytester):
    test = """
        def test_leaves_an_order(venue, trader):
            assert trader.name == "user-1"
            venue.book("BTC-EUR", bids=[("59999", "1")])

        def test_finds_it(venue, trader):
            assert trader.name == "user-2"
            assert "59999" in venue.journal()
    """
    pytester.makepyfile(test_one=test, test_two=test)
    pytester.runpytest_subprocess("--venue-reset=module").assert_outcomes(passed=4)
    pytester.runpytest_subprocess("--venue-reset=session").assert_outcomes(passed=2, failed=2)


def test_trades_with_ccxt(venue, trader, faults):
    pytest.importorskip("ccxt")
    venue.book("BTC-EUR", asks=[("60001", "1")])
    exchange = trader.ccxt()
    order = exchange.create_order("BTC/EUR", "limit", "buy", 0.1, 60001)
    assert order["status"] == "closed" and order["filled"] == 0.1
    import ccxt

    faults.next(door="spot", key=trader, route="POST /api/v3/order").status(code="-1021")
    with pytest.raises(ccxt.InvalidNonce):
        exchange.create_order("BTC/EUR", "limit", "buy", 0.1, 60001)
