package io.daybook.cli.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verbs of a session, with their help. */
public enum ShellVerb {
    PAIR(
            "pair",
            "SYMBOL BASE QUOTE [lot N] [tick N] [fees TAKER MAKER | ppm TAKER MAKER] [prices MIN MAX]",
            "adds an exchange pair; lot: base minor units in a lot, tick: quote minor units of a tick per lot",
            "pair 1 BTC EUR lot 100000 tick 1 ppm 2000 1000"),
    FUTURE(
            "future",
            "SYMBOL BASE QUOTE [lot N] [tick N] [fees TAKER MAKER] [margins BUY SELL] [prices MIN MAX]",
            "adds a futures contract; margins: quote minor units per lot",
            "future 2 XAU USD tick 10 fees 3 1 margins 5000 6000 prices 1 100000"),
    USER("user", "UID [CURRENCY AMOUNT]…", "adds a user, with money", "user 301 EUR 200000 BTC 5000000"),
    DEPOSIT("deposit", "UID CURRENCY AMOUNT", "gives a user money, in minor units", "deposit 301 EUR 500"),
    WITHDRAW("withdraw", "UID CURRENCY AMOUNT", "pays a user out", "withdraw 301 EUR 500"),
    SUSPEND("suspend", "UID", "stops a user from placing and moving orders", "suspend 301"),
    RESUME("resume", "UID", "lets a suspended user trade again", "resume 301"),
    BID(
            "bid",
            "UID SYMBOL SIZE@PRICE [#ID] [TYPE] [reserve PRICE] [TERM]…",
            "buys; types: gtc (the default), ioc, fok, post_only, fok_budget, ioc_budget (PRICE is then ticks × lots);"
                    + " terms: rises PRICE, falls PRICE, then PRICE, by TICKS [step TICKS], show LOTS, hidden,"
                    + " min LOTS, slippage TICKS, slide, expires NS, stp MODE, flagged,"
                    + " take PRICE, loss TRIGGER PRICE, exit #ID",
            "bid 301 1 12@15400 #5001"),
    ASK(
            "ask",
            "UID SYMBOL SIZE@PRICE [#ID] [TYPE] [TERM]…",
            "sells; types and terms are those of bid",
            "ask 301 1 8@15450 ioc"),
    STOP(
            "stop",
            "bid|ask UID SYMBOL SIZE@WORST at TRIGGER [#ID] [TERM]…",
            "waits until the last price rises (bid) or falls (ask) to the trigger, then takes lots up to the price"
                    + " WORST",
            "stop ask 301 1 4@15000 at 15100"),
    STOP_LIMIT(
            "stop-limit",
            "bid|ask UID SYMBOL SIZE@PRICE at TRIGGER [#ID] [TERM]…",
            "waits like a stop, then trades and rests at its price",
            "stop-limit ask 301 1 4@15050 at 15100"),
    TOUCH(
            "touch",
            "bid|ask UID SYMBOL SIZE@PRICE at TRIGGER [#ID] [TYPE] [TERM]…",
            "waits until the last price falls (bid) or rises (ask) to the trigger: takes a profit, or buys a dip",
            "touch ask 301 1 4@15900 at 16000"),
    TRAIL(
            "trail",
            "bid|ask UID SYMBOL SIZE@WORST at TRIGGER by TICKS [step TICKS] [#ID] [TERM]…",
            "a stop whose trigger follows the last price at a distance, one way only",
            "trail ask 301 1 4@15000 at 15100 by 200 step 20"),
    ICEBERG(
            "iceberg",
            "bid|ask UID SYMBOL SIZE@PRICE show LOTS [#ID] [TERM]…",
            "rests and shows only LOTS lots at a time",
            "iceberg ask 301 1 10@15450 show 2"),
    OCO(
            "oco",
            "bid|ask UID SYMBOL SIZE@PRICE at TRIGGER then PRICE [#ID] [TERM]…",
            "one order with two prices: rests at SIZE@PRICE, and becomes a stop once the trigger is met",
            "oco ask 301 1 4@16000 at 15100 then 15000"),
    BRACKET(
            "bracket",
            "bid|ask UID SYMBOL SIZE@PRICE [take PRICE] [loss TRIGGER PRICE] [exit #ID] [#ID] [TERM]…",
            "the traded lots go into an order of the other side, which takes the profit or stops the loss",
            "bracket bid 301 1 1@14000 take 16000 loss 13000 12900"),
    MOVE("move", "[UID SYMBOL] #ID PRICE", "moves an order to another price", "move #5001 15390"),
    REPLACE(
            "replace",
            "[UID SYMBOL] #ID SIZE@PRICE [as #ID] [reserve PRICE] [at TRIGGER] [then PRICE]",
            "gives an order another size (in total, with traded lots), price, id or trigger",
            "replace #5001 11@15380"),
    REDUCE("reduce", "[UID SYMBOL] #ID SIZE", "reduces an order, and keeps its place in the queue", "reduce #5001 2"),
    CANCEL("cancel", "[UID SYMBOL] #ID", "cancels an order", "cancel #5001"),
    MASS_CANCEL(
            "mass-cancel",
            "[user UID] [symbol SYMBOL] [bids | asks] [flagged] [suspend]",
            "cancels many orders; suspend stops the user first",
            "mass-cancel user 301 asks"),
    TICK("tick", "SYMBOL", "does due work: ends orders whose time is over, and continues waiting work", "tick 1"),
    SET_USER(
            "set-user",
            "UID [stp MODE] [group N] [orders N]",
            "sets what happens if orders of a user meet (stp), which users count as the same (group), and the limit of"
                    + " live orders",
            "set-user 301 stp cancel_maker group 7 orders 100"),
    BOOK("book", "SYMBOL [DEPTH]", "shows a book, best prices in the middle", "book 1 5"),
    REPORT("report", "UID", "shows the accounts, positions and orders of a user", "report 301"),
    TOTALS("totals", "", "shows the sums over all users, which always balance to 0", "totals"),
    SYMBOLS("symbols", "", "lists the symbols with their units and fees", "symbols"),
    HASH("hash", "", "shows the hash of the whole state", "hash"),
    SNAPSHOT("snapshot", "", "takes a snapshot of the state at this seq", "snapshot"),
    EXPLAIN(
            "explain",
            "[CODE]",
            "explains why the last command was refused, with the numbers; or what a result code means",
            "explain RISK_NSF"),
    HELP("help", "[WORD]", "lists these words, or explains one", "help bid"),
    QUIT("quit", "", "ends the session; so do exit and the end of the input", "quit");

    private final String word;
    private final String arguments;
    private final String purpose;
    private final String example;

    ShellVerb(final String word, final String arguments, final String purpose, final String example) {
        this.word = word;
        this.arguments = arguments;
        this.purpose = purpose;
        this.example = example;
    }

    /** Returns the verb of a word, or null. */
    static @Nullable ShellVerb of(final String word) {
        if ("exit".equals(word)) {
            return QUIT;
        }
        for (final ShellVerb verb : values()) {
            if (verb.word.equals(word)) {
                return verb;
            }
        }
        return null;
    }

    /** Returns the verb that replaces a word of other programs; null for any other word. */
    static @Nullable String instead(final String word) {
        return switch (word) {
            case "buy" -> "bid";
            case "sell" -> "ask";
            case "market" -> "bid or ask with ioc, slippage TICKS and the worst price that you accept";
            case "expire", "expiry", "gtd" -> "bid or ask with expires NS; tick SYMBOL ends it";
            case "modify", "amend" -> "replace, move or reduce";
            case "kill" -> "mass-cancel user UID suspend";
            case "orders", "positions", "balance" -> "report UID";
            case "trades" -> "book SYMBOL; trades are shown with the order that made them";
            case "audit" -> "totals; all is checked by 'daybook audit DIR'";
            default -> null;
        };
    }

    /** Returns all words, in the order of the help. */
    static List<String> words() {
        final List<String> words = new ArrayList<>();
        for (final ShellVerb verb : values()) {
            words.add(verb.word);
        }
        return words;
    }

    /** The word of the verb. */
    public String word() {
        return word;
    }

    /** The usage: the word and its arguments. */
    String usage() {
        return arguments.isEmpty() ? word : word + " " + arguments;
    }

    /** The description of the verb. */
    String purpose() {
        return purpose;
    }

    /** An example line. */
    String example() {
        return example;
    }
}
