package io.daybook.it.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * Tests the whole console, with {@code mvn -Pbrowser}: each screen, wide and narrow, dark and light, each kind of
 * order, refusals, changes, acts of operators, access to screens, and a venue that is killed. Pictures are in
 * {@code target/screenshots}.
 */
@Proves("the console shows each screen, takes each kind of order, respects roles and survives a killed venue")
@Tag("whole")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleScreensTest {
    private static final String REFUSED = "Failed to load resource: the server responded with a status of 4";
    private static final String OPEN = ".orders [data-tab=open]";
    private static final String SUBMIT = ".ticket .submit";
    private static final String PAIR = "trade/BTC-EUR";
    private static final List<String> TICKET =
            List.of("buy", "type", "time in force", "Post only", "price", "size", "More terms", "Buy BTC");

    @TempDir
    private static Path folder;

    private static DemoVenue venue;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(Boolean.getBoolean("daybook.browser"), "skipped: only mvn -Pbrowser tests all screens");
        Browser.require();
        venue = new DemoVenue(folder);
        venue.start();
    }

    @AfterAll
    static void end() throws InterruptedException {
        if (venue != null) {
            venue.close();
        }
    }

    private static Browser trader(final int width, final int height) throws IOException {
        final Browser browser = Browser.open(venue.url(), width, height);
        browser.go(PAIR);
        browser.signIn(venue.token("trader"));
        return browser;
    }

    private static Browser admin(final int width, final int height) throws IOException {
        final Browser browser = Browser.open(venue.url(), width, height);
        browser.signIn(venue.token("admin"));
        browser.await(".operator .state", "RUNNING");
        return browser;
    }

    @Test
    @Order(1)
    void shouldPlaceEachKindOfOrder() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            final BigDecimal last = last(browser);
            place(browser, "limit", "buy", Map.of("price", at(last, "0.9"), "size", "0.02"), "On the book");
            place(browser, "market", "buy", Map.of("size", "0.01"), "Filled");
            place(
                    browser,
                    "stop",
                    "sell",
                    Map.of("trigger", at(last, "0.8"), "worst", at(last, "0.7"), "size", "0.01"),
                    "Waits");
            place(
                    browser,
                    "stop_limit",
                    "buy",
                    Map.of("trigger", at(last, "1.2"), "price", at(last, "1.21"), "size", "0.01"),
                    "Waits");
            place(
                    browser,
                    "touched",
                    "buy",
                    Map.of("trigger", at(last, "0.8"), "price", at(last, "0.81"), "size", "0.01"),
                    "Waits");
            place(
                    browser,
                    "iceberg",
                    "sell",
                    Map.of("price", at(last, "1.1"), "size", "0.2", "display", "0.05"),
                    "On the book");
            place(
                    browser,
                    "oco",
                    "sell",
                    Map.of(
                            "price",
                            at(last, "1.2"),
                            "trigger",
                            at(last, "0.8"),
                            "stopPrice",
                            at(last, "0.79"),
                            "size",
                            "0.02"),
                    "On the book");
            place(browser, "budget", "buy", Map.of("size", "0.01", "budget", at(last, "0.011")), "Filled");
            place(
                    browser,
                    "trailing",
                    "sell",
                    Map.of(
                            "trigger",
                            at(last, "0.9"),
                            "trail",
                            at(last, "0.1"),
                            "trailStep",
                            at(last, "0.02"),
                            "worst",
                            at(last, "0.8"),
                            "size",
                            "0.01"),
                    "Waits");
            place(
                    browser,
                    "bracket",
                    "buy",
                    Map.of(
                            "price",
                            at(last, "0.9"),
                            "size",
                            "0.01",
                            "exitPrice",
                            at(last, "1.2"),
                            "exitTrigger",
                            at(last, "0.8"),
                            "exitStop",
                            at(last, "0.79")),
                    "On the book");
            browser.click(OPEN);
            browser.await(OPEN, "Open (8)");
            browser.picture("orders-of-each-kind");
            browser.requireFits();
            browser.requireQuiet();
        }
    }

    @Test
    @Order(2)
    void shouldShowWhatIsRefusedAtItsField() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            final BigDecimal last = last(browser);
            browser.choose(".ticket select", "limit");
            browser.type(".ticket [name=price]", "60000.005");
            browser.type(".ticket [name=size]", "0.01");
            browser.click(SUBMIT);
            browser.await(".field.wrong small", "the nearest are 60000.00 and 60000.01");
            browser.type(".ticket [name=price]", at(last, "0.95"));
            browser.type(".ticket [name=size]", "50");
            browser.click(SUBMIT);
            browser.await(".order-form .problem", "The bid has to hold");
            browser.await(".order-form .problem a", "RISK_NSF");
            browser.picture("refused");
            browser.requireFits();
            browser.requireQuiet(REFUSED);
        }
    }

    @Test
    @Order(3)
    void shouldTakeAPriceFromTheBookChangeItsOrderAndCancelAll() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            final BigDecimal last = last(browser);
            browser.click(".level.buy");
            browser.await(
                    "a price", () -> !browser.value(".ticket [name=price]").isEmpty());
            browser.type(".ticket [name=price]", "1.23");
            browser.go("operator/overview");
            browser.await(".wall");
            browser.go(PAIR);
            browser.await(".ticket");
            Browser.pause(300);
            assertEquals("1.23", browser.value(".ticket [name=price]"), "the click set the price again");
            place(browser, "limit", "buy", Map.of("price", at(last, "0.91"), "size", "0.03"), "On the book");
            browser.await(".orders tbody tr", "0.03");
            browser.click(".orders tbody .acts button");
            browser.type("dialog [name=price]", at(last, "0.92"));
            browser.type("dialog [name=size]", "0.02");
            browser.picture("edit");
            browser.click("dialog button.main");
            browser.await("no dialog", () -> browser.all("dialog").isEmpty());
            browser.await(".orders tbody tr", "0.02");
            browser.click(".orders .bar .acts button:last-child");
            browser.click("dialog button.danger");
            browser.await(OPEN, "Open (0)");
            browser.requireQuiet();
        }
    }

    @Test
    @Order(4)
    void shouldShowAPositionInAFuture() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            browser.choose("#symbol", "BTC-PERP");
            browser.await(".market .kind", "future");
            browser.await(".level.sell");
            place(browser, "market", "buy", Map.of("size", "0.05"), "Filled");
            browser.click(".orders [data-tab=positions]");
            browser.await(".orders tbody", "long");
            browser.await(".balances", "in Available");
            assertEquals(
                    0L, browser.script("""
                            const text = (css) => document.querySelector(css).innerText;
                            let looks = 0;
                            let others = 0;
                            return new Promise((done) => {
                              const timer = setInterval(() => {
                                others += text('.market .last') === text('.tick :nth-child(2)') ? 0 : 1;
                                if (++looks === 60) done(others, clearInterval(timer));
                              }, 50);
                            });
                            """), "times at which the price in the header was not that of the newest trade");
            browser.picture("future");
            browser.requireFits();
            browser.requireQuiet();
        }
    }

    @Test
    @Order(5)
    void shouldDrawEachScreenWideAndNarrowDarkAndLight() throws IOException {
        for (final String theme : List.of("dark", "light")) {
            try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
                browser.theme(theme);
                browser.await(".level.sell");
                browser.await(".balances td");
                for (final String tab : List.of("open", "closed", "fills", "positions")) {
                    browser.click(".orders [data-tab=" + tab + "]");
                    Browser.pause(300);
                    shown(browser, "wide-" + theme + "-" + tab);
                }
                browser.requireQuiet();
            }
            try (Browser browser = trader(Browser.NARROW, Browser.NARROW_HIGH)) {
                browser.theme(theme);
                browser.await(".chart canvas");
                for (final String tab : List.of("chart", "book", "trade", "orders", "account")) {
                    browser.click(".narrow-tabs [data-tab=" + tab + "]");
                    Browser.pause(400);
                    shown(browser, "narrow-" + theme + "-" + tab);
                }
                browser.requireQuiet();
            }
            operator(theme, "wide", Browser.WIDE, Browser.HIGH);
            operator(theme, "narrow", Browser.NARROW, Browser.NARROW_HIGH);
        }
    }

    private static void operator(final String theme, final String name, final int width, final int height)
            throws IOException {
        try (Browser browser = admin(width, height)) {
            browser.theme(theme);
            for (final String tab : List.of("overview", "users", "sessions", "keys", "audit")) {
                browser.go("operator/" + tab);
                browser.await(".operator [data-tab=" + tab + "][aria-selected=true]");
                browser.await(
                        "rows of " + tab,
                        () -> browser.all(".operator tbody td").size() > 1);
                browser.await(".link-state", "live");
                browser.await("a rate", () -> !browser.text(".facts").contains("…"));
                Browser.pause(300);
                shown(browser, name + "-" + theme + "-" + tab);
            }
            for (final String page : List.of("/problems/RISK_NSF", "/docs/api", "/docs/api#OrderAnswer")) {
                browser.open(page);
                browser.await(".document h1");
                shown(browser, name + "-" + theme + "-" + page.replaceAll(".*\\W", "page-"));
            }
            browser.requireQuiet();
        }
    }

    private static void shown(final Browser browser, final String name) {
        browser.picture(name);
        browser.requireFits();
        System.out.printf("%s: least contrast %.2f%n", name, browser.requireContrast());
    }

    @Test
    @Order(6)
    void shouldLetAnOperatorAct() throws IOException {
        try (Browser browser = admin(Browser.WIDE, Browser.HIGH)) {
            browser.click(".operator .buttons button:nth-child(2)");
            browser.await(".notice", "Snapshot taken at seq");
            browser.await(".overview", "Last snapshot at seq");
            venue.flipSnapshot();
            browser.reload();
            browser.await(".overview .stale", "is damaged: no other is sound");
            browser.click(".overview details summary");
            browser.await(".meanings", "The state of the venue in a file");
            browser.picture("overview-damaged");
            venue.flipSnapshot();
            browser.go("operator/users");
            browser.click(".operator .bar > button");
            browser.type("dialog input", "77");
            browser.click("dialog button.main");
            browser.await(".notices", "User 77 is added");
            browser.type(".find input", "77");
            browser.keys(Keys.ENTER);
            browser.await("dialog", "Nothing has been paid in yet");
            browser.type("dialog [name=amount]", "1,000.50");
            browser.choose("dialog select", "EUR");
            browser.click("dialog .adjust button");
            browser.await("dialog dialog", "Deposits 1,000.50 EUR");
            browser.type("dialog dialog input", "77");
            browser.click("dialog dialog .danger");
            browser.await("dialog table", "1,000.50");
            browser.click("dialog .buttons .danger");
            browser.await("dialog dialog");
            assertEquals(
                    true,
                    browser.script("return document.querySelector('dialog dialog .danger').disabled"),
                    "disabled until the name is typed");
            browser.type("dialog dialog input", "77");
            browser.picture("kill-switch");
            browser.click("dialog dialog .danger");
            browser.await("dialog b", "suspended");
            browser.await("dialog .buttons", "Resume …");
            browser.picture("user");
            browser.keys(Keys.ESCAPE);
            browser.go("operator/keys");
            browser.click(".operator .bar > button");
            browser.type("dialog input", "A viewer with a name that is much longer than a column");
            browser.script("[...document.querySelectorAll('dialog select')].forEach((s, i) => { if (i === 1) {"
                    + " s.value = 'viewer'; s.dispatchEvent(new Event('change', { bubbles: true })) } })");
            browser.await("no account", () -> browser.all("dialog .pair").isEmpty());
            browser.click("dialog button.main");
            browser.await("a secret", () -> browser.value("dialog input").startsWith("dbk_"));
            browser.click("dialog button.main");
            browser.await(".operator tbody", "A viewer");
            browser.picture("keys-long-name");
            browser.requireFits();
            browser.go("operator/audit");
            browser.await(".operator tbody", "kill switch");
            browser.requireQuiet();
        }
    }

    @Test
    @Order(7)
    void shouldLetInWhoMayAndNobodyElse() throws IOException {
        try (Browser browser = Browser.open(venue.url(), Browser.WIDE, Browser.HIGH)) {
            browser.await(".orders", "Sign in to see your orders");
            browser.await(".balances", "Sign in");
            browser.go("operator/overview");
            browser.await(".wall", "need a key with the role viewer");
            browser.click(".wall button");
            browser.giveToken(venue.token("trader"));
            browser.await(".wall", "has the role trader");
            browser.picture("wall-trader");
            browser.requireQuiet();
        }
        try (Browser browser = admin(Browser.WIDE, Browser.HIGH)) {
            browser.go(PAIR);
            browser.await(".ticket", "trades for no account");
            browser.await(".orders", "no account");
            browser.picture("wall-admin");
            browser.requireQuiet();
        }
        try (Browser browser = Browser.open(venue.url(), Browser.WIDE, Browser.HIGH)) {
            browser.click(".person button.main");
            browser.click("dialog [data-tab=token]");
            browser.type("dialog [name=token]", "dbk_wrong");
            browser.click("dialog button.main");
            browser.await("dialog .problem");
            browser.picture("sign-in-refused");
            browser.requireQuiet(REFUSED);
        }
    }

    @Test
    @Order(8)
    void shouldWorkWithoutAMouse() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            browser.click(OPEN);
            browser.keys(Keys.ARROW_RIGHT);
            browser.await(".orders [data-tab=closed][aria-selected=true]");
            browser.keys(Keys.ARROW_LEFT);
            browser.await(OPEN + "[aria-selected=true]");
            browser.choose(".ticket select", "limit");
            browser.click(".ticket .sides .buy");
            browser.keys(Keys.ARROW_RIGHT);
            browser.await(SUBMIT, "Sell BTC");
            browser.keys(Keys.ARROW_LEFT);
            for (final String stop : TICKET) {
                assertEquals(stop, browser.script("""
                        const e = document.activeElement;
                        return getComputedStyle(e).outlineStyle === 'none' ? 'no outline at ' + e.outerHTML
                          : e.matches('input, select') ? e.labels[0].querySelector('span')?.firstChild.data
                            ?? e.labels[0].innerText.toLowerCase() : e.className === 'buy' ? 'buy' : e.innerText;
                        """));
                browser.keys(Keys.TAB);
            }
            browser.type(".ticket [name=price]", at(last(browser), "0.9"));
            browser.type(".ticket [name=size]", "0.01");
            browser.keys(Keys.ENTER);
            browser.await(".done", "On the book");
            browser.click(".orders tbody .acts button");
            browser.await("dialog");
            browser.keys(Keys.ESCAPE);
            browser.await("no dialog", () -> browser.all("dialog").isEmpty());
            assertEquals(
                    "Edit",
                    browser.script("return document.activeElement.innerText"),
                    "the focus is on the button that opened the dialog");
            browser.requireQuiet();
        }
    }

    @Test
    @Order(9)
    void shouldKeepOneStreamWhenTheNetworkComesBackWhileTheVenueIsAsked() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            browser.await(".link-state", "live");
            browser.script("""
                    window.sockets = [];
                    const Socket = WebSocket;
                    window.WebSocket = class extends Socket {
                      constructor(url) { super(url); window.sockets.push(this); }
                    };
                    const ask = window.fetch;
                    window.waiting = 0;
                    window.fetch = async (path, how) => {
                      if (path !== '/v1/status') return ask(path, how);
                      window.waiting++;
                      await new Promise((done) => setTimeout(done, 2000));
                      try { return await ask(path, how); } finally { window.waiting--; }
                    };
                    dispatchEvent(new Event('online'));
                    """);
            awaitTrue(browser, "a second stream", "return sockets.length === 1 && sockets[0].readyState === 1");
            browser.script("sockets[0].close()");
            awaitTrue(browser, "a request for the status", "return waiting === 1");
            browser.script("dispatchEvent(new Event('online'))");
            awaitTrue(browser, "the answer to the request", "return waiting === 0");
            Browser.pause(500);
            assertEquals("[3, 1]", String.valueOf(browser.script("return sockets.map((s) => s.readyState)")));
            browser.await(".link-state", "live");
            browser.await(OPEN, "Open (");
            browser.requireQuiet();
        }
    }

    @Test
    @Order(10)
    void shouldAskBeforeALinkReplacesASignInAndShowTheMarketForAnAddressThatIsNone() throws IOException {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            browser.go("trade/%E0%A4%A");
            browser.reload();
            browser.await(".level.sell");
            browser.await(".person .name", "demo");
            browser.script("""
                    const how = { method: 'POST', headers: { 'X-Daybook': '1' } };
                    return fetch('/v1/session/code', how).then((answer) => answer.json())
                      .then((made) => { location.hash = 'code=' + made.code; });
                    """);
            browser.reload();
            browser.await("dialog", "You are signed in as demo");
            browser.picture("link-asks");
            browser.click("dialog .main");
            browser.await(".notices", "Signed in as demo");
            browser.await("no dialog", () -> browser.all("dialog").isEmpty());
            browser.await(OPEN, "Open (");
            browser.requireQuiet();
        }
    }

    @Test
    @Order(11)
    void shouldComeBackAfterAKillAndKeepWhatWasTyped() throws Exception {
        try (Browser browser = trader(Browser.WIDE, Browser.HIGH)) {
            browser.choose(".ticket select", "limit");
            browser.type(".ticket [name=price]", "12345.67");
            browser.type(".ticket [name=size]", "0.75");
            venue.kill();
            browser.await(".banner", "Connection lost since");
            assertTrue(
                    String.valueOf(browser.script(
                                    "return getComputedStyle(document.querySelector('.levels.live')).filter"))
                            .contains("grayscale"),
                    "the numbers are not grey");
            browser.await(".order-form .foot", "Nothing can be sent until the venue is back");
            assertEquals(
                    List.of(),
                    browser.script("return [...document.querySelectorAll('.submit, .orders .acts button')]"
                            + ".filter((button) => !button.disabled).map((button) => button.innerText)"),
                    "buttons that are enabled without a connection");
            browser.picture("connection-lost");
            venue.start();
            browser.await("dialog", "The venue has ended your sign-in");
            browser.await("no banner", () -> browser.all(".banner").isEmpty());
            browser.picture("sign-in-again");
            browser.giveToken(venue.token("trader"));
            assertEquals("12345.67", browser.value(".ticket [name=price]"));
            assertEquals("0.75", browser.value(".ticket [name=size]"));
            browser.await(".link-state", "live");
            browser.await(OPEN, "Open (1)");
            browser.await(".tick");
            browser.requireQuiet("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "WebSocket connection", REFUSED);
        }
    }

    private static void awaitTrue(final Browser browser, final String what, final String script) {
        browser.await(what, () -> Boolean.TRUE.equals(browser.script(script)));
    }

    private static void place(
            final Browser browser,
            final String kind,
            final String side,
            final Map<String, String> fields,
            final String answer) {
        browser.choose(".ticket select", kind);
        browser.click(".ticket .sides ." + side);
        fields.forEach((name, text) -> browser.type(".ticket [name=" + name + "]", text));
        browser.click(SUBMIT);
        browser.await(".ticket .done", answer);
    }

    private static BigDecimal last(final Browser browser) {
        browser.await(".market .last", ".");
        return new BigDecimal(browser.text(".market .last").replace(",", ""));
    }

    private static String at(final BigDecimal last, final String share) {
        return last.multiply(new BigDecimal(share))
                .setScale(2, RoundingMode.DOWN)
                .toPlainString();
    }
}
