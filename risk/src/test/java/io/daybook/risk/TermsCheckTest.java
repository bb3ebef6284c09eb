package io.daybook.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderType;
import io.daybook.api.PriceSource;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The table of terms in docs/semantics.md, row by row: which types and terms each is allowed with, and both ends of its
 * range. Unless a row gives other values, an order has 1,000 lots at 500, in a symbol with prices from 10 to 2,000, at
 * the time 7,000.
 */
class TermsCheckTest {
    private static final long TIME = 7_000;
    private static final String RISES = "trigger=600 when=RISES ";
    private static final String FALLS = "trigger=400 when=FALLS ";
    private static final Map<String, Term> NAMES = names();

    private static Map<String, Term> names() {
        final Map<String, Term> names = new TreeMap<>();
        for (final Term term : Term.values()) {
            names.put(term.name().toLowerCase(Locale.ROOT).replace("_", ""), term);
        }
        return names;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // trigger and when: with every type but budgets; each needs the other
                "GTC BID | trigger=600 when=RISES | yes",
                "IOC ASK | trigger=600 when=FALLS | yes",
                "FOK BID | trigger=600 when=FALLS | yes",
                "POST_ONLY ASK | trigger=400 when=RISES | yes",
                "GTC BID | trigger=10 when=RISES | yes",
                "GTC BID | trigger=2000 when=RISES | yes",
                "GTC BID | trigger=9 when=RISES | no",
                "GTC BID | trigger=2001 when=RISES | no",
                "GTC BID | trigger=0 when=RISES | no",
                "GTC BID | trigger=-1 when=RISES | no",
                "GTC BID | trigger=600 | no",
                "GTC BID | when=RISES | no",
                "GTC BID | trigger=600 when=0 | no",
                "GTC BID | trigger=600 when=3 | no",
                "GTC BID | trigger=600 when=RISES triggerby=LAST | yes",
                "GTC BID | trigger=600 when=RISES triggerby=MARK | no",
                "GTC BID | trigger=600 when=RISES triggerby=0 | no",
                "GTC BID | triggerby=LAST | no",
                // stopPrice: GTC with a trigger; bid: price < trigger <= stop; ask: stop <= trigger < price
                "GTC BID | trigger=600 when=RISES stopprice=600 | yes",
                "GTC BID | trigger=501 when=RISES stopprice=2000 | yes",
                "GTC BID | trigger=500 when=RISES stopprice=600 | no",
                "GTC BID | trigger=600 when=RISES stopprice=599 | no",
                "GTC BID | trigger=600 when=RISES stopprice=2001 | no",
                "GTC BID | trigger=600 when=FALLS stopprice=600 | no",
                "GTC ASK | trigger=400 when=FALLS stopprice=400 | yes",
                "GTC ASK | trigger=499 when=FALLS stopprice=10 | yes",
                "GTC ASK | trigger=500 when=FALLS stopprice=400 | no",
                "GTC ASK | trigger=400 when=FALLS stopprice=401 | no",
                "GTC ASK | trigger=400 when=FALLS stopprice=9 | no",
                "GTC ASK | trigger=400 when=RISES stopprice=400 | no",
                "IOC BID | trigger=600 when=RISES stopprice=600 | no",
                "POST_ONLY BID | trigger=600 when=RISES stopprice=600 | no",
                "GTC BID | stopprice=600 | no",
                // trail and trailStep: both, with a trigger and no stopPrice; a bid RISES, an ask FALLS
                "IOC BID | trigger=600 when=RISES trail=160 trailstep=10 | yes",
                "IOC BID | trigger=600 when=RISES trail=160 trailstep=160 | yes",
                "IOC BID | trigger=600 when=RISES trail=160 trailstep=9 | no",
                "IOC BID | trigger=600 when=RISES trail=161 trailstep=10 | no",
                "IOC BID | trigger=600 when=RISES trail=161 trailstep=11 | yes",
                "IOC BID | trigger=600 when=RISES trail=160 trailstep=161 | no",
                "IOC BID | trigger=600 when=RISES trail=1 trailstep=1 | yes",
                "IOC BID | trigger=600 when=RISES trail=1 trailstep=0 | no",
                "IOC BID | trigger=600 when=RISES trail=0 trailstep=0 | no",
                "IOC BID | trigger=600 when=RISES trail=-16 trailstep=-1 | no",
                "IOC BID | trigger=600 when=RISES trail=1099511627776 trailstep=68719476736 | yes",
                "IOC BID | trigger=600 when=RISES trail=1099511627777 trailstep=68719476737 | no",
                "IOC BID | trigger=600 when=RISES trail=9223372036854775807 trailstep=9223372036854775807 | no",
                "IOC BID | trigger=600 when=FALLS trail=160 trailstep=10 | no",
                "GTC ASK | trigger=400 when=FALLS trail=160 trailstep=10 | yes",
                "GTC ASK | trigger=400 when=RISES trail=160 trailstep=10 | no",
                "GTC BID | trigger=600 when=RISES stopprice=600 trail=160 trailstep=10 | no",
                "IOC BID | trigger=600 when=RISES trail=160 | no",
                "IOC BID | trigger=600 when=RISES trailstep=10 | no",
                "IOC BID | trail=160 trailstep=10 | no",
                // display: GTC; 0, or from a 256th of the size, rounded up, to one lot less than the size
                "GTC BID | display=0 | yes",
                "GTC BID | display=4 | yes",
                "GTC BID | display=3 | no",
                "GTC BID | display=999 | yes",
                "GTC BID | display=1000 | no",
                "GTC BID | display=-1 | no",
                "GTC BID | trigger=600 when=RISES display=4 | yes",
                "IOC BID | display=4 | no",
                "FOK BID | display=4 | no",
                "POST_ONLY BID | display=4 | no",
                // minSize: GTC and IOC without a trigger; from 1 to the size
                "GTC BID | minsize=1 | yes",
                "IOC ASK | minsize=1000 | yes",
                "GTC BID | minsize=0 | no",
                "GTC BID | minsize=1001 | no",
                "FOK BID | minsize=1 | no",
                "POST_ONLY BID | minsize=1 | no",
                "IOC BID | trigger=600 when=RISES minsize=1 | no",
                // slippage: GTC, IOC, FOK; 0 to 2^40
                "GTC BID | slippage=0 | yes",
                "IOC BID | slippage=1099511627776 | yes",
                "FOK ASK | slippage=5 | yes",
                "IOC BID | slippage=1099511627777 | no",
                "IOC BID | slippage=-1 | no",
                "POST_ONLY BID | slippage=5 | no",
                "IOC BID | trigger=600 when=RISES slippage=5 | yes",
                // slide: POST_ONLY
                "POST_ONLY BID | slide=1 | yes",
                "POST_ONLY BID | slide=0 | no",
                "POST_ONLY BID | slide=2 | no",
                "GTC BID | slide=1 | no",
                // expireAt: orders that rest or wait; later than the command
                "GTC BID | expireat=7001 | yes",
                "GTC BID | expireat=7000 | no",
                "GTC BID | expireat=9223372036854775807 | yes",
                "GTC BID | expireat=-1 | no",
                "POST_ONLY BID | expireat=7001 | yes",
                "IOC BID | expireat=7001 | no",
                "FOK BID | expireat=7001 | no",
                "IOC BID | trigger=600 when=RISES expireat=7001 | yes",
                // flagged: orders that rest or wait
                "GTC BID | flagged=1 | yes",
                "GTC BID | flagged=0 | no",
                "POST_ONLY BID | flagged=1 | yes",
                "IOC BID | flagged=1 | no",
                "FOK BID | trigger=600 when=RISES flagged=1 | yes",
                // stp: a mode; DECREMENT not with FOK or minSize
                "GTC BID | stp=NONE | yes",
                "FOK BID | stp=CANCEL_BOTH | yes",
                "IOC BID | stp=DECREMENT | yes",
                "GTC BID | stp=0 | no",
                "GTC BID | stp=6 | no",
                "FOK BID | stp=DECREMENT | no",
                "FOK BID | trigger=600 when=RISES stp=DECREMENT | no",
                "GTC BID | minsize=5 stp=DECREMENT | no",
                "GTC BID | minsize=5 stp=CANCEL_MAKER | yes",
                // exit: no trigger; its own id; a price or a trigger, a stop price with the trigger only
                "GTC BID | exitorderid=2 exitprice=501 | yes",
                "GTC BID | exitorderid=2 exitprice=500 | no",
                "GTC BID | exitorderid=2 exittrigger=499 exitstopprice=499 | yes",
                "GTC BID | exitorderid=2 exittrigger=500 exitstopprice=499 | no",
                "GTC BID | exitorderid=2 exittrigger=499 exitstopprice=500 | no",
                "GTC BID | exitorderid=2 exitprice=501 exittrigger=499 exitstopprice=10 | yes",
                "GTC BID | exitorderid=2 exitprice=501 exittrigger=499 exitstopprice=9 | no",
                "GTC BID | exitorderid=2 exitprice=501 exittrigger=499 | no",
                "GTC BID | exitorderid=2 exitprice=501 exitstopprice=400 | no",
                "GTC BID | exitorderid=2 exitprice=2001 | no",
                "GTC BID | exitorderid=2 exitprice=-1 | no",
                "GTC BID | exitorderid=2 | no",
                "GTC BID | exitorderid=0 exitprice=501 | no",
                "GTC BID | exitorderid=-2 exitprice=501 | no",
                "GTC BID | exitorderid=1 exitprice=501 | no",
                "GTC BID | exitprice=501 | no",
                "GTC BID | exittrigger=499 exitstopprice=490 | no",
                "POST_ONLY BID | exitorderid=2 exitprice=500 | no",
                "IOC BID | exitorderid=2 exitprice=400 | yes",
                "FOK BID | exitorderid=2 exittrigger=600 exitstopprice=590 | yes",
                "IOC BID | exitorderid=2 exitprice=400 exittrigger=400 exitstopprice=390 | no",
                "GTC BID | trigger=600 when=RISES exitorderid=2 exitprice=501 | no",
                "GTC BID | slippage=5 exitorderid=2 exitprice=501 | yes",
                "GTC BID | slippage=5 exitorderid=2 exittrigger=499 exitstopprice=490 | no",
                "GTC BID | display=10 minsize=5 expireat=7001 flagged=1 exitorderid=2 exitprice=501 | yes",
                "GTC ASK | exitorderid=2 exitprice=499 | no",
                "GTC ASK FUTURE | exitorderid=2 exitprice=499 | yes",
                "GTC ASK FUTURE | exitorderid=2 exitprice=500 | no",
                "GTC ASK FUTURE | exitorderid=2 exitprice=499 exittrigger=501 exitstopprice=501 | yes",
                "GTC ASK FUTURE | exitorderid=2 exitprice=499 exittrigger=501 exitstopprice=500 | no",
                "GTC ASK FUTURE | exitorderid=2 exitprice=499 exittrigger=500 exitstopprice=501 | no",
                "GTC BID FUTURE | exitorderid=2 exitprice=501 exittrigger=499 exitstopprice=499 | yes",
                // terms that are reserved for later
                "GTC BID | day=1 | no",
                "GTC BID FUTURE | reduceonly=1 | no",
                // terms of other commands
                "GTC BID | neworderid=5 | no",
                "GTC BID | suspend=1 | no"
            })
    void shouldHoldToEachRowOfTheTable(final String order, final String terms, final String isValid) {
        assertEquals(isValid.equals("yes"), isValid(order, terms), () -> order + " with " + terms);
    }

    @ParameterizedTest
    @EnumSource(
            value = OrderType.class,
            names = {"FOK_BUDGET", "IOC_BUDGET"})
    void shouldRefuseEveryTermOfABudget(final OrderType type) {
        for (final Term term : Term.values()) {
            for (final long value : new long[] {0, 1, 600, TIME + 1}) {
                assertEquals(false, isValid(type + " BID", term + "=" + value), () -> type + " with " + term);
            }
        }
    }

    /** An order without terms passes this check; each row of the table has at least one term. */
    @Test
    void shouldTakeAnOrderWithoutTerms() {
        for (final OrderType type : EnumSet.of(OrderType.GTC, OrderType.IOC, OrderType.FOK, OrderType.POST_ONLY)) {
            assertTrue(isValid(type + " BID", ""), type::name);
        }
    }

    /** Terms that are allowed in pairs are allowed all together, and one wrong term among right ones is found. */
    @Test
    void shouldFindAWrongTermAmongRightOnes() {
        final String right = "display=10 minsize=5 slippage=3 expireat=7001 stp=CANCEL_MAKER flagged=1";
        assertTrue(isValid("GTC BID", right));
        for (final String wrong : Set.of("slide=1", "when=RISES", "exitprice=501", "day=1", "reduceonly=1")) {
            assertEquals(false, isValid("GTC BID", right + " " + wrong), wrong);
        }
        for (final String waiting : Set.of(RISES, FALLS)) {
            assertTrue(isValid("GTC BID", waiting + "display=10 slippage=3 expireat=7001 stp=DECREMENT flagged=1"));
            assertEquals(false, isValid("GTC BID", waiting + right), "minSize must not be allowed with a trigger");
        }
    }

    private static boolean isValid(final String order, final String terms) {
        final String[] words = order.trim().split(" ");
        final CommandSlot slot = new CommandSlot();
        slot.orderId(1);
        slot.sentOrder(
                Side.valueOf(words[1]).code(), OrderType.valueOf(words[0]).code(), 0);
        slot.price(500);
        slot.size(1_000);
        for (final String term : terms.isBlank() ? new String[0] : terms.trim().split(" ")) {
            final int at = term.indexOf('=');
            final String name = term.substring(0, at).toLowerCase(Locale.ROOT).replace("_", "");
            slot.term(NAMES.get(name).code(), number(term.substring(at + 1)));
        }
        final Symbol symbol = symbol(words.length > 2);
        return TermsCheck.isValid(
                slot,
                symbol,
                words[1].equals("BID"),
                OrderType.valueOf(words[0]).code(),
                500,
                1_000,
                1_000,
                TIME);
    }

    private static long number(final String value) {
        return switch (value) {
            case "RISES" -> TriggerWhen.RISES.code();
            case "FALLS" -> TriggerWhen.FALLS.code();
            case "LAST" -> PriceSource.LAST.code();
            case "MARK" -> PriceSource.MARK.code();
            case "NONE", "CANCEL_TAKER", "CANCEL_MAKER", "CANCEL_BOTH", "DECREMENT" ->
                StpMode.valueOf(value).code();
            default -> Long.parseLong(value);
        };
    }

    private static Symbol symbol(final boolean isFuture) {
        final SymbolSpec.Builder spec =
                isFuture ? SymbolSpec.futuresContract(1, 10, 20) : SymbolSpec.exchangePair(1, 10, 20);
        final SymbolTable symbols = new SymbolTable();
        symbols.add(spec.prices(10, 2_000).build(), 0, 1);
        return symbols.at(0);
    }
}
