"""Pytest fixtures: venue, trader, faults."""

import pytest

from . import Venue


def pytest_addoption(parser):
    group = parser.getgroup("daybook")
    group.addoption("--venue-seed", type=int, default=1, help="seed of the venue's keys and random draws")
    group.addoption(
        "--venue-clock",
        default="machine",
        choices=["machine", "manual"],
        help="clock of the venue: the machine's, or one that the test moves",
    )
    group.addoption(
        "--venue-reset",
        default="test",
        choices=["test", "module", "session"],
        help="when the venue is reset: before each test, or before the first test of a module or of the session",
    )
    group.addoption("--venue-killable", action="store_true", help="let the fault kill end the venue")


@pytest.fixture(scope="session")
def daybook_venue(request):
    """The process of the venue, one for each run of tests and for each worker of pytest-xdist."""
    option = request.config.getoption
    with Venue(
        seed=option("--venue-seed"), clock=option("--venue-clock"), killable=option("--venue-killable")
    ) as venue:
        venue.reset_for = None
        yield venue


@pytest.fixture
def venue(daybook_venue, request):
    """The venue, which is reset as --venue-reset says. A fault that no request or message met fails the test."""
    every = request.config.getoption("--venue-reset")
    part = {"test": request.node, "module": request.module, "session": request.session}[every]
    if daybook_venue.reset_for is not part:
        daybook_venue.reset()
        daybook_venue.reset_for = part
    since = 1 if every == "test" else daybook_venue.hash()["seq"] + 1
    yield daybook_venue
    unused = daybook_venue.faults.unused()
    daybook_venue.faults.clear()
    failed = getattr(request.node, "daybook_failed", False)
    if failed or unused:
        command = "pytest --venue-seed=%d '%s'" % (daybook_venue.seed, request.node.nodeid)
        print("The venue's journal of this test; repeat it with %s" % command)
        print(daybook_venue.journal(since))
    if unused and not failed:
        pytest.fail("no request or message met %s; remove a fault that the test does not need" % unused)


@pytest.fixture
def trader(venue):
    """A new user with money and a key of each kind."""
    return venue.user()


@pytest.fixture
def faults(venue):
    """The faults of the venue."""
    return venue.faults


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.when == "call":
        item.daybook_failed = report.failed
