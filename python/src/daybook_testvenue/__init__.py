"""A Daybook venue for tests: a process that a test sets, breaks and reads. Standard library only."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

__all__ = ["Fault", "Faults", "Trader", "VenueError", "Venue"]

_MONEY = {"EUR": "100000", "BTC": "10", "ETH": "100"}
_COMES_BACK_S = 120


class VenueError(Exception):
    """The venue does not start, cannot be reached, or refuses a request of a test."""


def _command():
    """Returns the words that start daybook: those of DAYBOOK_COMMAND, or the command in DAYBOOK_HOME or on the PATH."""
    words = os.environ.get("DAYBOOK_COMMAND")
    if words:
        return json.loads(words) if words.startswith("[") else [words]
    home = os.environ.get("DAYBOOK_HOME")
    places = [os.path.join(home, "bin"), home] if home else [os.environ.get("PATH", "")]
    for place in places:
        found = shutil.which("daybook", path=place)
        if found:
            return [found]
    where = "DAYBOOK_HOME=" + home if home else "the PATH"
    raise VenueError("no daybook is in %s: set DAYBOOK_HOME to the folder of a distribution" % where)


def _send(method, url, token, body, timeout):
    """Sends a request once; returns status and text of the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read().decode()


class Trader:
    """A user of the venue. `keys` is the venue's description of the user; `api_key` and `secret` are for ccxt."""

    def __init__(self, venue, keys):
        self._venue = venue
        self.keys = keys
        self.name = keys["name"]
        self.bearer = keys["bearer"]
        self.api_key = keys["hmac"]["apiKey"]
        self.secret = keys["hmac"]["secret"]

    def send(self, method, path, body=None, timeout=5):
        """Sends a request to the HTTP door once; returns the status and the JSON of the answer."""
        status, text = _send(method, self._venue.line["http"] + path, self.bearer, body, timeout)
        return status, json.loads(text) if text else None

    def ccxt(self, pro=False, **options):
        """Returns a `ccxt.binance` that trades at this venue; with `pro` one of `ccxt.pro`, for streams too."""
        if pro:
            import ccxt.pro as ccxt
        else:
            import ccxt  # installed by the project whose tests these are

        settings = {"apiKey": self.api_key, "secret": self.secret}
        settings["options"] = {"fetchMarkets": {"types": ["spot"]}}
        settings.update(options)
        exchange = ccxt.binance(settings)
        line = self._venue.line
        api = exchange.urls["api"]
        api.update({name: line["spot"] for name in ("public", "private", "v1")})
        api["sapi"] = line["http"] + "/sapi/v1"
        if pro:
            api["ws"]["spot"] = line["spotWs"]
            api["ws"]["ws-api"]["spot"] = line["spotWsApi"]
        return exchange


class Fault:
    """The condition of a fault. `does`, or a method with the fault's name such as `loseAnswer()`, sets it."""

    def __init__(self, venue, when):
        self._venue = venue
        self._when = when

    def does(self, word, **says):
        """Sets the fault, with the values that it needs, such as `duration="PT2S"`."""
        fault = dict(says, when=self._when, do=word)
        return self._venue.ask("POST", "/faults", {"faults": [fault]})

    def __getattr__(self, word):
        if word.startswith("_"):
            raise AttributeError(word)
        return lambda **says: self.does(word, **says)


class Faults:
    """The faults of the venue. A fault that no request or message meets fails its test."""

    def __init__(self, venue):
        self._venue = venue

    def next(self, **when):
        """Begins a fault with its conditions: `door`, `key`, `route`, `symbol`, `clientOrderId`, `nth`, `after`."""
        return Fault(self._venue, {k: v.name if isinstance(v, Trader) else v for k, v in when.items()})

    def unused(self):
        """Returns the faults that no request or message has met yet."""
        return self._venue.ask("GET", "/faults?unused")["faults"]

    def clear(self):
        """Removes all faults."""
        self._venue.ask("DELETE", "/faults")


class Venue:
    """A venue that runs until `close`, or until this process ends. `line` is its first line."""

    def __init__(self, seed=1, clock="machine", listings=None, killable=False, command=None):
        self.seed = seed
        self.faults = Faults(self)
        self._users = 0
        self._errors = tempfile.TemporaryFile()
        words = list(command or _command())
        words += ["testvenue", "--stdin", "--memory", "--seed", str(seed), "--clock", clock]
        words += ["--listings", str(listings)] if listings else []
        words += ["--killable"] if killable else []
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        timer = threading.Timer(300, self._process.kill)
        timer.daemon = True
        timer.start()
        first = self._process.stdout.readline().decode()
        timer.cancel()
        if not first.startswith("{"):
            self.close()
            self._errors.seek(0)
            raise VenueError("%s does not start: %s" % (words, self._errors.read().decode()))
        self.line = json.loads(first)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the venue, which removes its files."""
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def ask(self, method, path, body=None):
        """Sends a request to the control door; returns the JSON of the answer, or the lines of a journal as text."""
        deadline = time.monotonic() + _COMES_BACK_S
        while True:
            try:
                status, text = _send(method, self.line["control"] + path, self.line["token"], body, 60)
                break
            except OSError as lost:
                reason = getattr(lost, "reason", lost)
                again = method == "GET" or isinstance(reason, ConnectionRefusedError)
                if not again or time.monotonic() > deadline:
                    raise VenueError("%s %s has no answer: %s" % (method, path, lost)) from lost
                time.sleep(0.02)
        if status >= 300:
            raise VenueError("%s %s %s: %s" % (method, path, body, text))
        return text if path.startswith("/journal") else json.loads(text)

    def reset(self):
        """Starts an empty exchange on the same ports; traders of the first line keep their keys."""
        self._users = 0
        return self.ask("POST", "/reset", {"seed": self.seed})

    def trader(self, name):
        """Returns a trader of the first line, `anna` or `ben`."""
        for keys in self.line["traders"]:
            if keys["name"] == name:
                return Trader(self, keys)
        raise VenueError("the first line has no trader %s; add one with user(...)" % name)

    def user(self, name=None, **balances):
        """Adds a user with money; by default with a new name, and with the balances of the traders."""
        self._users += 0 if name else 1
        name = name or "user-%d" % self._users
        return Trader(self, self.ask("POST", "/users", {"name": name, "balances": balances or _MONEY}))

    def balances(self, name, **balances):
        """Gives a user exactly these balances."""
        self.ask("PUT", "/users/%s/balances" % name, balances)

    def book(self, symbol, bids=(), asks=(), clear=False):
        """Makes the book have these levels, each a price and a size."""
        levels = {side: [[str(p), str(s)] for p, s in rows] for side, rows in (("bids", bids), ("asks", asks))}
        return self.ask("POST", "/books/" + symbol, dict(levels, clear=clear))

    def trade(self, symbol, price, size, through=False):
        """Makes a trade of the house, so that stops fire."""
        return self.ask("POST", "/trade/" + symbol, {"price": price, "size": size, "through": through})

    def fill(self, user, *parts):
        """Fills the next resting order of a user in parts: pairs of a size and a gap of venue time."""
        name = user.name if isinstance(user, Trader) else user
        sizes, gaps = [str(size) for size, _ in parts], [gap for _, gap in parts]
        self.ask("POST", "/fill", {"key": name, "sizes": sizes, "gaps": gaps})

    def advance(self, duration):
        """Advances a manual clock by a duration, such as `PT1M`."""
        return self.ask("POST", "/clock", {"advance": duration})

    def wait(self, order, state, timeout="PT10S"):
        """Waits until an order, named by its client id, is in a state; fails after the timeout."""
        answer = self.ask("POST", "/await", {"order": order, "state": state, "timeout": timeout})
        if not answer["holds"]:
            raise AssertionError("order %s is not %s after %s: %s" % (order, state, timeout, answer))

    def hash(self):
        """Returns the hash of the state, and the last seq."""
        return self.ask("GET", "/hash")

    def journal(self, since=1):
        """Returns commands and results as lines of a scenario."""
        return self.ask("GET", "/journal?from=%d" % since)
