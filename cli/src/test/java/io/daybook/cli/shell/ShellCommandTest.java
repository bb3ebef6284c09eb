package io.daybook.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.NoSpaceException;
import io.daybook.cli.CommandRun;
import io.daybook.cli.StoppingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
    private static final String MARKET = """
        pair 1 BTC EUR lot 100000 tick 1 ppm 2000 1000
        user 301 EUR 100000
        user 302 BTC 5000000
        """;

    private static CommandRun shell(final String script, final String... more) {
        final String[] arguments = new String[1 + more.length];
        arguments[0] = "shell";
        System.arraycopy(more, 0, arguments, 1, more.length);
        return CommandRun.withInput(script, arguments);
    }

    private static void assertSays(final String script, final int status, final String... expected) {
        final CommandRun run = shell(script);
        assertEquals(status, run.status(), run.err() + run.out());
        assertEquals(String.join("\n", expected), String.join("\n", run.lines()));
    }

    @Test
    void shouldTradeInWords() {
        assertSays(
                MARKET + """
                    ask 302 1 8@15250
                    bid 301 1 4@15400
                    book 1
                    report 301
                    """,
                0,
                "ok 1",
                "ok 2: 100,000 EUR cents (1000.00 EUR)",
                "ok 3: 5,000,000 satoshi (0.05000000 BTC)",
                "ok 4: #1 traded 0, 8 on the book",
                "ok 5: #2 traded 4, 0 on the book",
                "    trade 1: 4@15,250 with #1 of user 302; fees 122 (taker) and 61 (maker)",
                "                price            size   orders",
                "  ask          15,250               4        1  ========================================",
                "user 301, active",
                "  EUR: balance 38,878, held 0, available 38,878 (388.78 EUR)",
                "  BTC: balance 400,000, held 0, available 400,000 (0.00400000 BTC)");
    }

    @Test
    void shouldTradeConditionalOrdersInWords() {
        assertSays(
                MARKET + """
                    user 303 BTC 5000000 EUR 500000
                    ask 303 1 9@15200 #50
                    bid 301 1 1@15200 ioc
                    stop ask 302 1 2@15000 at 15100 #60
                    iceberg ask 302 1 8@15300 show 2 #61 flagged
                    replace #61 6@15300 as #62
                    report 302
                    bid 303 1 4@15050 #51
                    ask 302 1 1@15050 ioc
                    mass-cancel user 302 asks flagged
                    set-user 302 stp cancel-maker orders 5
                    tick 1
                    """,
                0,
                "ok 1",
                "ok 2: 100,000 EUR cents (1000.00 EUR)",
                "ok 3: 5,000,000 satoshi (0.05000000 BTC)",
                "ok 4: 500,000 EUR cents (5000.00 EUR), 5,000,000 satoshi (0.05000000 BTC)",
                "ok 5: #50 traded 0, 9 on the book",
                "ok 6: #51 traded 1, 0 on the book",
                "    trade 1: 1@15,200 with #50 of user 303; fees 30 (taker) and 15 (maker)",
                "ok 7: #60 traded 0, 2 wait for the trigger",
                "ok 8: #61 traded 0, 8 on the book",
                "ok 9: #62 traded 0, 6 on the book",
                "    #61 is now #62: ask 6@15,300, at its old place",
                "user 302, active",
                "  BTC: balance 5,000,000, held 800,000, available 4,200,000 (0.04200000 BTC)",
                "  order #60 in symbol 1: ask ioc 2@15,000, 2 left, trigger 15,100, when falls, waits for its trigger",
                "  order #62 in symbol 1: ask gtc 6@15,300, 6 left, display 2, flagged 1",
                "ok 10: #51 traded 0, 4 on the book",
                "ok 11: #63 traded 1, 0 on the book",
                "    trade 2: 1@15,050 with #51 of user 303; fees 30 (taker) and 15 (maker)",
                "    #60 of user 302 enters (trigger): ask ioc 2@15,000, 0 left",
                "    trade 3: 2@15,050 with #51 of user 303; fees 60 (taker) and 30 (maker)",
                "ok 12",
                "    cancelled of #62 of user 302 (mass): 6@15,300, 0 left",
                "ok 13",
                "ok 14");
    }

    @Test
    void shouldSayWhichTermIsWrong() {
        assertExplains(
                "bid 301 1 4@15400 rises 15300 then 15350",
                "    For a bid, price < trigger ≤ stopPrice: 15,400, 15,300, 15,350.");
        assertExplains(
                "stop-limit ask 302 1 4@15400 at 0", "    The trigger was 0; symbol 1 allows 1 to 1,099,511,627,776.");
        assertExplains(
                "trail ask 302 1 4@15000 at 15100 by 100 step 6",
                "    trailStep was 6; with a trail of 100 it must be 7 to 100.");
        assertExplains(
                "iceberg ask 302 1 4@15400 show 4", "    display was 4; for 4 lots it must be 0 (hidden), or 1 to 3.");
        assertExplains("ask 302 1 4@15400 min 5", "    minSize was 5; it must be 1 to 4.");
        assertExplains("ask 302 1 4@15400 ioc slide", "    slide must be true, and needs the type POST_ONLY.");
        assertExplains(
                "ask 302 1 4@15400 ioc flagged",
                "    flagged must be true, and needs an order that rests or waits: GTC, POST_ONLY, or a trigger.");
        assertExplains("ask 302 1 4@15400 fok stp decrement", "    DECREMENT excludes FOK and minSize.");
        assertExplains("bracket ask 302 1 4@15400 take 15000", "    In a pair, only a bid can have an exit.");
        assertExplains(
                "bracket bid 301 1 4@15400 take 15300",
                "    The exit of a bid has stopPrice ≤ trigger < price, and the bid's own price between trigger and"
                        + " price: 0, 0, 15,300, and 15,400.");
        assertExplains("bid 301 1 4@15400 expires 1", "    expireAt must be later than the command's time: 1.");
        assertExplains("set-user 301 orders 0", "    MAX_OPEN_ORDERS was 0; it must be 1 to 16,384.");
        assertExplains("mass-cancel suspend", "    Without a user a mass cancel needs a symbol, and cannot suspend.");
        assertExplains("tick 7", "    The symbol was 7.");
    }

    private static void assertExplains(final String line, final String expected) {
        final CommandRun run = shell(MARKET + line + "\nexplain\n");
        assertTrue(run.lines().contains(expected), () -> expected + "\n" + run.out());
    }

    @Test
    void shouldAskForTheWordsThatMakeAnOrderWhatItIsCalled() {
        for (final String line : new String[] {
            "stop ask 302 1 4@15400; at TRIGGER is missing",
            "trail ask 302 1 4@15400 at 15000; by DISTANCE is missing",
            "oco ask 302 1 4@15400 at 15000; then PRICE is missing",
            "iceberg ask 302 1 4@15400; show LOTS is missing",
            "bracket bid 301 1 4@15400; take PRICE or loss TRIGGER PRICE is missing",
            "stop 302 1 4@15400 at 1; expected bid or ask",
            "ask 302 1 4@15400 stp all; did not expect: all; modes are none,",
            "replace 301 1 #5 4@15400 now; did not expect: now",
            "mass-cancel now; did not expect: now"
        }) {
            final int end = line.indexOf(';');
            final String said = shell(MARKET + line.substring(0, end) + "\n").out();
            assertTrue(said.contains("? " + line.substring(end + 2)), said);
        }
    }

    @Test
    void shouldNameTheFieldOfASpecificationThatCannotBeRight() {
        final CommandRun run = CommandRun.withInput("pair 1 BTC EUR lot 0\n", "shell");
        assertTrue(run.out().contains("lotSize must be at least 1: lotSize=0"), run.out());
    }

    @Test
    void shouldExplainARefusalForFundsWithItsNumbers() {
        assertSays(
                MARKET + """
                    bid 301 1 9@15400
                    explain
                    bid 301 1 6@15400
                    """,
                0,
                "ok 1",
                "ok 2: 100,000 EUR cents (1000.00 EUR)",
                "ok 3: 5,000,000 satoshi (0.05000000 BTC)",
                "refused 4: RISK_NSF. Not sufficient funds: the hold of the order is more than what is available."
                        + " Use 'explain' for more.",
                "RISK_NSF: Not sufficient funds: the hold of the order is more than what is available.",
                "    The bid has to hold 9 lots × 15,400 ticks × 1 = 138,600, and the taker's fee 138,600 × 2,000 /"
                        + " 1,000,000 = 277; together 138,877 of EUR.",
                "    User 301 has available: 100,000 (1000.00 EUR) (balance 100,000, held by live orders 0).",
                "    Missing: 38,877. There is enough for 6 lots.",
                "What to do: Deposit, cancel other orders, or order less.",
                "ok 5: #1 traded 0, 6 on the book");
    }

    @Test
    void shouldExplainARefusedFuture() {
        final CommandRun run = shell("""
            future 2 XAU USD tick 10 fees 3 1 margins 5000 6000 prices 1 100000
            user 303 USD 12000
            user 304 USD 12000
            bid 303 2 2@150
            ask 304 2 1@150
            ask 304 2 3@150
            explain
            """);
        assertEquals(
                List.of(
                        "    The order needs a margin of 24,000 for its symbol, other positions need 0, 0"
                                + " are held, and its fee is 3 lots × 3 = 9: together 24,009.",
                        "    User 304 has an equity of 11,997 in USD: balance 11,997, unrealised result 0.",
                        "    Missing: 12,012."),
                run.lines().stream()
                        .filter(line -> line.startsWith("    "))
                        .skip(1)
                        .toList());
    }

    @Test
    void shouldExplainEachRefusalByItsCircumstances() {
        assertExplained("bid 301 7 1@100", "Known symbols: 1.");
        assertExplained("bid 9 1 1@100", "The uid was 9; there are 2 users, and none has this uid.");
        assertExplained(
                "ask 302 1 1@100 #5\nask 302 1 1@100 #5",
                "A live order has the id #5 in symbol 1: ask 1@100 of user 302, 1 of its lots left.");
        assertExplained(
                "ask 302 1 1@100 #5\ncancel 301 1 #5",
                "#5 in symbol 1 is not of user 301: ask 1@100 of user 302, 1 of its lots left.");
        assertExplained("cancel 301 1 #5", "Live orders of user 301 in symbol 1: none.");
        assertExplained("bid 301 1 0@100", "The size was 0 lots; 1 to 1,099,511,627,776 are possible.");
        assertExplained("bid 301 1 1@0", "The price was 0 ticks; symbol 1 allows 1 to 1,099,511,627,776.");
        assertExplained("bid 301 1 1@100 reserve 99", "The price was 100, and the reserve price was 99");
        assertExplained("bid 301 1 1@100 #5\nmove #5 101", "The bid was to move to 101; its reserve price is 100.");
        assertExplained(
                "ask 302 1 1@100 ioc_budget",
                "The order was of type IOC_BUDGET, side ASK; symbol 1 is of type EXCHANGE_PAIR.");
        assertExplained("withdraw 301 EUR 100001", "Asked for: 100,001 (1000.01 EUR). Available: 100,000");
        assertExplained("pair 1 BTC USD", "The command asked for symbol 1.");
        assertExplained("pair 2 BTC USD fees 9 1\nask 302 2 1@8", "One lot at 8 ticks brings 8 × 1 = 8;");
        assertExplained("report 9", "There is no user with this uid.");
        assertExplained("book 9", "There is no symbol with this number.");
    }

    private static void assertExplained(final String lines, final String part) {
        final CommandRun run = shell(MARKET + lines + "\nexplain\n");
        assertTrue(run.out().contains(part), run.out());
        assertTrue(run.lastLine().startsWith("What to do: "), run.out());
    }

    @Test
    void shouldTellWhatItDoesNotUnderstand() {
        assertSays(
                """
                hepl
                bid 301 1 12
                bid 301 1 x@5
                user 1 DM 5
                user 1 EUR 12.50
                cancel #4
                cancel 4
                quit
                hash
                """,
                1,
                "? unknown word: hepl; did you mean help? 'help' lists all",
                "? expected size and price, as in 12@15400: 12 (usage: bid UID SYMBOL SIZE@PRICE [#ID] [TYPE] [reserve"
                        + " PRICE] [TERM]…)",
                "? size must be a whole number: x (usage: bid UID SYMBOL SIZE@PRICE [#ID] [TYPE] [reserve PRICE]"
                        + " [TERM]…)",
                "? unknown currency DM; known by name: USD, EUR, GBP, CHF, JPY, XAU, BTC, ETH; all others by number"
                        + " (usage: user UID [CURRENCY AMOUNT]…)",
                "? amount must be a whole number: 12.50. Amounts are counted in minor units: cents, satoshi. 12.50 EUR"
                        + " are 1250 (usage: user UID [CURRENCY AMOUNT]…)",
                "? #4 was not placed in this session: write UID and SYMBOL before it (usage: cancel [UID SYMBOL] #ID)",
                "? symbol is missing (usage: cancel [UID SYMBOL] #ID)");
    }

    @Test
    void shouldNameTheWordThatDoesWhatWasAskedFor() {
        assertSays(
                """
                buy 301 1 10@5000
                Sell 301 1 10@5000
                audit
                orders
                bid 301 1 10@5000 day
                """,
                1,
                "? unknown word: buy; use bid. 'help' lists all",
                "? unknown word: Sell; use ask. 'help' lists all",
                "? unknown word: audit; use totals; all is checked by 'daybook audit DIR'. 'help' lists all",
                "? unknown word: orders; use report UID. 'help' lists all",
                "? did not expect: day; types are gtc, ioc, fok, fok_budget, ioc_budget, post_only (usage: bid UID"
                        + " SYMBOL"
                        + " SIZE@PRICE [#ID] [TYPE] [reserve PRICE] [TERM]…)");
    }

    @Test
    void shouldTakeNamesOfSymbolsShortTypesAndOrdersWithoutTheSign() {
        assertSays(
                MARKET + """
                        bid 301 btc/eur 1@100 post
                        bid 301 BTC/EUR 1@100 postonly
                        cancel 301 1 4
                        book BTC/USD
                        bid 301 BTC/DM 1@100
                        future 2 BTC EUR
                        book BTC/EUR
                        """,
                1,
                "ok 1",
                "ok 2: 100,000 EUR cents (1000.00 EUR)",
                "ok 3: 5,000,000 satoshi (0.05000000 BTC)",
                "ok 4: #1 traded 0, 1 on the book",
                "ok 5: #2 traded 0, 1 on the book",
                "refused 6: MATCHING_UNKNOWN_ORDER_ID. The user has no live order with this id in this symbol."
                        + " Use 'explain' for more.",
                "? there is no symbol BTC/USD; 'symbols' lists all (usage: book SYMBOL [DEPTH])",
                "? unknown currency in BTC/DM; known by name: USD, EUR, GBP, CHF, JPY, XAU, BTC, ETH (usage: bid UID"
                        + " SYMBOL SIZE@PRICE [#ID] [TYPE] [reserve PRICE] [TERM]…)",
                "ok 7",
                "? symbols [1, 2] are BTC/EUR: use the number (usage: book SYMBOL [DEPTH])");
    }

    @Test
    void shouldAnswerLinesOfScenarios() {
        assertSays(
                MARKET + """
                    {"cmd":"place","uid":301,"symbol":1,"orderId":9,"side":"BID","type":"GTC","price":15,"size":2}
                    {"cmd":"bok"}
                    cancel 301 1 #9
                    """,
                1,
                "ok 1",
                "ok 2: 100,000 EUR cents (1000.00 EUR)",
                "ok 3: 5,000,000 satoshi (0.05000000 BTC)",
                "{\"seq\":4,\"cmd\":\"place\",\"result\":\"SUCCESS\",\"orderId\":9,\"remaining\":2,\"events\":[]}",
                "{\"line\":1,\"error\":\"key \\\"cmd\\\": unknown command \\\"bok\\\"; did you mean \\\"book\\\"?;"
                        + " expected one of add_symbol, add_symbols, add_user, add_accounts, adjust, suspend_user,"
                        + " resume_user, place, move, reduce, cancel, replace, mass_cancel, tick, set_user, book,"
                        + " user_report, totals_report, state_hash, snapshot, nop, reset\"}",
                "ok 5",
                "    taken off #9: 2@15, 0 left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user 303", "{\"cmd\":\"add_user\",\"uid\":303}"})
    void shouldGoOnWhereTheDiskHasNoRoomForOneLine(final String line) {
        final CommandRun run = StoppingEngine.run(
                4, new NoSpaceException("the disk has no room"), MARKET + line + "\nuser 304\n", "shell");
        assertEquals(3, run.status(), run.err());
        assertEquals("daybook: the disk had no room for 1 of the lines\n", run.err());
        assertEquals("not taken: the disk has no room", run.lines().get(3));
        assertEquals("ok 4", run.lastLine());
    }

    @Test
    void shouldSayInOneLineThatTheExchangeHadStopped() {
        final CommandRun run = StoppingEngine.run(
                4,
                new ExchangeClosedException("the exchange failed", new IOException("Input/output error")),
                MARKET + "user 303\nuser 304\n",
                "shell");
        assertEquals(3, run.status());
        assertEquals("daybook: the exchange stopped: Input/output error\n", run.err());
        assertEquals(3, run.lines().size(), run.out());
    }

    @Test
    void shouldGoOnWhereTheSessionBeforeEnded(@TempDir final Path folder) {
        final Path journal = folder.resolve("exchange");
        final CommandRun first = shell(MARKET + "deposit 301 EUR 5\nhash\n", "--journal", journal.toString());
        final CommandRun second = shell("hash\ndeposit 301 EUR 5\nsymbols\n", "--journal", journal.toString());
        assertEquals(0, second.status(), second.err());
        assertEquals(first.lastLine(), second.lines().get(0));
        assertEquals("ok 5: 5 EUR cents (0.05 EUR)", second.lines().get(1));
        assertEquals(
                "1: pair of BTC in EUR; one lot is 100,000 (0.00100000 BTC), one tick is 1 (0.01 EUR) per lot",
                second.lines().get(2));
    }

    @Test
    void shouldGiveADepositTheTransactionIdThatIsNextForItsUser() {
        final CommandRun run = shell(MARKET
                + "{\"cmd\":\"adjust\",\"uid\":301,\"currency\":20,\"amount\":5,\"txid\":9000000000000000000}\n"
                + "deposit 301 EUR 5\n"
                + "{\"cmd\":\"adjust\",\"uid\":301,\"currency\":20,\"amount\":5,\"txid\":9000000000000000001}\n");
        assertEquals(0, run.status(), run.err());
        final int last = run.lines().size() - 1;
        assertEquals("ok 5: 5 EUR cents (0.05 EUR)", run.lines().get(last - 1));
        assertTrue(run.lines().get(last).contains("USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME"), run.lastLine());
    }

    @Test
    void shouldHaveAnExampleForEveryWordThatIsUnderstood() {
        final String words = shell("help\n")
                .out()
                .lines()
                .filter(line -> line.matches("[a-z-]+ +.*"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.joining("\n"));
        assertTrue(words.lines().count() > 20, words);
        final String examples = shell(
                        words.lines().map(word -> "help " + word + "\n").collect(Collectors.joining()))
                .out()
                .lines()
                .filter(line -> line.startsWith("    for instance: "))
                .map(line -> line.substring("    for instance: ".length()))
                .collect(Collectors.joining("\n"));
        assertEquals(words.lines().count(), examples.lines().count(), examples);
        final CommandRun run = shell(examples);
        assertEquals(0, run.status(), run.out());
        assertTrue(!run.out().contains("refused "), run.out());
    }

    @Test
    void shouldShowHelpThatWorks() {
        final String session = CommandRun.of("shell", "--help")
                .out()
                .lines()
                .dropWhile(line -> !line.contains("<<'END'"))
                .skip(1)
                .takeWhile(line -> !line.strip().equals("END"))
                .collect(Collectors.joining("\n"));
        final CommandRun run = shell(session);
        assertEquals(0, run.status(), run.out());
        assertTrue(run.out().contains("    Missing: 99,600. There is enough for 2 lots."), run.out());
    }
}
