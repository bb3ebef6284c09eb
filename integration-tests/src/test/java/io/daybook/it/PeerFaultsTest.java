package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import io.daybook.it.scenario.ProductRunner;
import io.daybook.model.Scenario;
import io.daybook.model.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests faults that other matching engines have had, and that must not happen here; the expected results are worked out
 * by hand.
 */
@Proves(value = "faults that other engines have had do not occur here", normal = "9 cases")
class PeerFaultsTest {
    private static final Pattern EVENT = Pattern.compile("\\{\"event\":\"[^}]*}");
    private static final String[] SETUP = {
        "{'cmd':'add_symbol','symbol':1,'type':'EXCHANGE_PAIR','base':10,'quote':20,'lotSize':1,'tickValue':1}",
        "{'cmd':'add_accounts','accounts':{'1':{'10':1000,'20':100000},'2':{'10':1000,'20':100000},"
                + "'3':{'10':1000,'20':100000}}}"
    };

    @Test
    void shouldTradeMarketOrdersThatFillOrEndAtThePricesOfTheirMakers() {
        final List<String> results = run(
                place(1, 1, "ASK", "GTC", 104, 5, ""),
                place(1, 2, "ASK", "GTC", 106, 5, ""),
                place(2, 3, "BID", "FOK", 200, 7, ",'slippage':1000"));

        assertEquals(List.of(104L, 106L), prices(last(results)));
    }

    @Test
    void shouldTradeFillOrKillOrdersAtThePricesOfTheirMakers() {
        final List<String> results = run(
                place(1, 1, "BID", "GTC", 100, 5, ""),
                place(1, 2, "BID", "GTC", 90, 5, ""),
                place(2, 3, "ASK", "FOK", 80, 10, ""));

        assertEquals(List.of(100L, 90L), prices(last(results)));
    }

    @Test
    void shouldNotCarryOutAStopThatIsReplaced() {
        final List<String> results = run(
                place(1, 1, "BID", "GTC", 110, 5, ",'trigger':105,'when':'RISES'"),
                place(2, 2, "ASK", "GTC", 104, 9, ""),
                "{'cmd':'replace','uid':1,'symbol':1,'orderId':1,'price':112,'size':5,'trigger':107}",
                place(2, 3, "ASK", "GTC", 106, 1, ""),
                place(3, 4, "BID", "GTC", 106, 10, ""));

        assertEquals(List.of("REPLACE"), kinds(results.get(4)));
        assertEquals(List.of("TRADE", "TRADE"), kinds(last(results)), "a trade at 106 fired the stop at 107");
    }

    @Test
    void shouldFireTheReplacedStopAtItsNewTrigger() {
        final List<String> results = run(
                place(1, 1, "BID", "IOC", 110, 5, ",'trigger':105,'when':'RISES'"),
                "{'cmd':'replace','uid':1,'symbol':1,'orderId':1,'price':112,'size':5,'trigger':107}",
                place(2, 2, "ASK", "GTC", 107, 6, ""),
                place(3, 3, "BID", "GTC", 107, 1, ""));

        assertEquals(List.of("TRADE", "ACT", "TRADE"), kinds(last(results)));
    }

    @Test
    void shouldFireNothingInAnEmptyMarket() {
        final List<String> results = run(
                place(1, 1, "BID", "GTC", 110, 5, ",'trigger':1,'when':'RISES'"),
                place(1, 2, "ASK", "GTC", 90, 5, ",'trigger':1000,'when':'FALLS'"),
                "{'cmd':'move','uid':1,'symbol':1,'orderId':1,'price':120}",
                "{'cmd':'tick','symbol':1}",
                place(2, 3, "ASK", "GTC", 95, 1, ""));

        for (final String result : results) {
            assertEquals(List.of(), kinds(result), result);
        }
    }

    @Test
    void shouldTradeAndHoldNothingForAnIdThatIsTaken() {
        final String[] live = {
            place(1, 1, "ASK", "GTC", 100, 5, ""),
            place(2, 2, "BID", "GTC", 90, 5, ",'exit':{'orderId':9,'price':110}"),
            place(2, 3, "BID", "GTC", 80, 5, ",'trigger':150,'when':'RISES'"),
            "{'cmd':'user_report','uid':3}"
        };
        final String untouched = accounts(last(run(live)));
        for (final String taken : List.of(
                place(3, 1, "BID", "GTC", 100, 5, ""),
                place(3, 3, "BID", "IOC", 100, 5, ""),
                place(3, 9, "BID", "GTC", 100, 5, ""),
                place(3, 4, "BID", "GTC", 100, 5, ",'exit':{'orderId':9,'price':110}"),
                place(3, 4, "BID", "GTC", 100, 5, ",'exit':{'orderId':2,'price':110}"),
                place(3, 2, "BID", "GTC", 100, 5, ",'exit':{'orderId':5,'price':110}"))) {
            final List<String> lines = new ArrayList<>(Arrays.asList(live));
            lines.add(3, taken);
            final List<String> results = run(lines.toArray(String[]::new));

            final String refused = results.get(results.size() - 2);
            assertTrue(refused.contains("\"result\":\"MATCHING_DUPLICATE_ORDER_ID\""), refused);
            assertEquals(List.of(), kinds(refused));
            assertEquals(untouched, accounts(last(results)), taken);
        }
    }

    @Test
    void shouldPassIcebergsHiddenAndOwnOrdersWithOrdersThatFillOrEnd() {
        final List<String> results = run(
                place(1, 1, "ASK", "GTC", 100, 10, ",'display':3"),
                place(1, 2, "ASK", "GTC", 100, 5, ",'display':0"),
                place(2, 3, "ASK", "GTC", 100, 4, ""),
                place(3, 4, "ASK", "GTC", 101, 2, ""),
                place(2, 5, "BID", "FOK", 101, 18, ",'stp':'CANCEL_MAKER'"),
                place(2, 6, "BID", "FOK", 101, 17, ",'stp':'CANCEL_MAKER'"));

        assertEquals(List.of("REJECT"), kinds(results.get(results.size() - 2)));
        assertEquals(17, lotsOf(6, results));
        assertFalse(last(results).contains("REJECT"), last(results));
    }

    @Test
    void shouldLockNoBookByOrdersThatWantManyLotsAtOnce() {
        final List<String> results = run(
                place(1, 1, "ASK", "GTC", 100, 5, ""),
                place(2, 2, "BID", "GTC", 100, 9, ",'minSize':6"),
                place(2, 3, "BID", "GTC", 100, 9, ",'minSize':5"),
                place(3, 4, "ASK", "GTC", 100, 1, ""),
                "{'cmd':'book','symbol':1}");

        assertEquals(List.of("REJECT"), kinds(results.get(3)));
        assertEquals(List.of("TRADE"), kinds(results.get(4)));
        assertEquals(List.of("TRADE"), kinds(results.get(5)), "a resting order must trade one lot, too");
        assertTrue(last(results).contains("\"asks\":[],\"bids\":[[100,3,1]]"), last(results));
    }

    @Test
    void shouldAccountForEveryLotOfAnOrderThatIsGone() {
        final List<String> results = run(
                place(1, 1, "ASK", "GTC", 100, 20, ",'display':3"),
                place(2, 2, "BID", "IOC", 100, 7, ""),
                "{'cmd':'reduce','uid':1,'symbol':1,'orderId':1,'size':2}",
                place(1, 3, "BID", "IOC", 100, 4, ",'stp':'DECREMENT'"),
                place(1, 4, "BID", "GTC", 90, 6, ",'flagged':true"),
                place(2, 5, "ASK", "IOC", 90, 2, ""),
                "{'cmd':'mass_cancel','uid':1,'symbol':1,'side':'BID'}",
                place(2, 6, "BID", "FOK", 100, 8, ""),
                "{'cmd':'cancel','uid':1,'symbol':1,'orderId':1}",
                "{'cmd':'book','symbol':1}");

        final long[] lots = {20, 7, 4, 6, 2, 8};
        for (int i = 0; i < lots.length; i++) {
            assertEquals(lots[i], lotsOf(i + 1, results), "order " + (i + 1));
        }
        assertTrue(last(results).contains("\"asks\":[],\"bids\":[]"), last(results));
    }

    private static List<String> run(final String... commands) {
        final List<String> lines = new ArrayList<>(Arrays.asList(SETUP));
        lines.addAll(Arrays.asList(commands));
        lines.replaceAll(line -> line.replace('\'', '"'));
        return new ProductRunner(Topology.INLINE, OrderBookType.LADDER)
                .run(new Scenario("faults of peers", Settings.DEFAULT, lines));
    }

    private static String place(
            final int uid,
            final int orderId,
            final String side,
            final String type,
            final int price,
            final int size,
            final String terms) {
        return "{'cmd':'place','uid':" + uid + ",'symbol':1,'orderId':" + orderId + ",'side':'" + side + "','type':'"
                + type + "','price':" + price + ",'size':" + size + terms + "}";
    }

    private static String last(final List<String> results) {
        return results.get(results.size() - 1);
    }

    private static String accounts(final String report) {
        final int from = report.indexOf("\"accounts\"");
        assertTrue(from > 0, report);
        return report.substring(from);
    }

    private static List<String> events(final String result) {
        return EVENT.matcher(result).results().map(match -> match.group()).toList();
    }

    private static List<String> kinds(final String result) {
        return events(result).stream()
                .map(event -> event.substring("{\"event\":\"".length(), event.indexOf('"', 10)))
                .toList();
    }

    private static List<Long> prices(final String result) {
        return events(result).stream().map(event -> number(event, "price")).toList();
    }

    /** The lots that an order traded plus the lots that were taken off it, from all events of that order. */
    private static long lotsOf(final long orderId, final List<String> results) {
        long lots = 0;
        for (final String result : results) {
            for (final String event : events(result)) {
                final boolean isTrade = event.startsWith("{\"event\":\"TRADE\"")
                        && (number(event, "takerOrderId") == orderId || number(event, "makerOrderId") == orderId);
                final boolean isTakenOff = event.matches("\\{\"event\":\"(REDUCE|CANCEL|REJECT)\".*")
                        && number(event, "orderId") == orderId;
                lots += isTrade || isTakenOff ? number(event, "size") : 0;
            }
        }
        return lots;
    }

    private static long number(final String event, final String key) {
        final Matcher matcher = Pattern.compile("\"" + key + "\":(-?[0-9]+)").matcher(event);
        assertTrue(matcher.find(), () -> key + " in " + event);
        return Long.parseLong(matcher.group(1));
    }
}
