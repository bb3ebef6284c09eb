package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.scenario.BadLineException;
import io.daybook.scenario.ScenarioLine;
import io.daybook.scenario.ScenarioReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests which parts of the state the state hash covers, and which it does not: for each item of the list in the
 * contract, two states that differ in nothing else.
 */
@Proves(
        value = "the state hash covers all parts of the state that semantics.md lists, and nothing else",
        normal = "30 states, 30 scenarios",
        large = "600 scenarios")
class StateHashTest {
    private static final List<String> MARKET = List.of(
            "{'cmd':'add_symbol','symbol':1,'type':'EXCHANGE_PAIR','base':1,'quote':2,'lotSize':10,'tickValue':1}",
            "{'cmd':'add_symbol','symbol':2,'type':'FUTURES_CONTRACT','base':1,'quote':2,'lotSize':1,'tickValue':1,"
                    + "'marginBuy':10,'marginSell':10,'maxPrice':1000}",
            "{'cmd':'add_accounts','accounts':{'7':{'1':10000,'2':100000},'8':{'1':10000,'2':100000}}}");
    private static final int RANDOM_SCENARIOS =
            Boolean.getBoolean("daybook.long") ? 600 : Boolean.getBoolean("daybook.quick") ? 10 : 30;

    @Test
    void shouldChangeWithEveryPartOfTheState() {
        final String bid = "'type':'GTC','price':100,'size':4,'symbol':1,'side':'BID'}";
        final Map<String, List<String>> states = new TreeMap<>();
        states.put("no further command", List.of());
        states.put(
                "a symbol",
                List.of("{'cmd':'add_symbol','symbol':3,'type':'EXCHANGE_PAIR','base':1,'quote':2,'lotSize':10,"
                        + "'tickValue':1}"));
        states.put(
                "a symbol with another spec",
                List.of("{'cmd':'add_symbol','symbol':3,'type':'EXCHANGE_PAIR','base':1,'quote':2,'lotSize':10,"
                        + "'tickValue':1,'takerFee':1}"));
        states.put("a user", List.of("{'cmd':'add_user','uid':9}"));
        states.put("a status", List.of("{'cmd':'suspend_user','uid':8}"));
        states.put("a balance", List.of("{'cmd':'adjust','uid':8,'currency':2,'amount':1,'txid':1}"));
        states.put("a balance of another user", List.of("{'cmd':'adjust','uid':7,'currency':2,'amount':1,'txid':1}"));
        states.put("a balance of currency 1", List.of("{'cmd':'adjust','uid':8,'currency':1,'amount':1,'txid':1}"));
        states.put("another transaction id", List.of("{'cmd':'adjust','uid':8,'currency':2,'amount':1,'txid':2}"));
        states.put("an order", List.of("{'cmd':'place','uid':7,'orderId':1," + bid));
        states.put("an order with another id", List.of("{'cmd':'place','uid':7,'orderId':2," + bid));
        states.put("an order of another owner", List.of("{'cmd':'place','uid':8,'orderId':1," + bid));
        states.put("a POST_ONLY bid", List.of("{'cmd':'place','uid':7,'orderId':1," + bid.replace("GTC", "POST_ONLY")));
        states.put("an order at price 101", List.of("{'cmd':'place','uid':7,'orderId':1," + bid.replace("100", "101")));
        states.put(
                "an order with a reserve price",
                List.of("{'cmd':'place','uid':7,'orderId':1,'reservePrice':110," + bid));
        states.put(
                "an order at another price with the same reserve price",
                List.of(
                        "{'cmd':'place','uid':7,'orderId':1,'reservePrice':110," + bid,
                        "{'cmd':'move','uid':7,'symbol':1,'orderId':1,'price':101}"));
        states.put(
                "an order of another size with the same remaining lots",
                List.of(
                        "{'cmd':'place','uid':7,'orderId':1," + bid.replace("'size':4", "'size':5"),
                        "{'cmd':'reduce','uid':7,'symbol':1,'orderId':1,'size':1}"));
        states.put(
                "an order with fewer remaining lots",
                List.of(
                        "{'cmd':'place','uid':7,'orderId':1," + bid,
                        "{'cmd':'reduce','uid':7,'symbol':1,'orderId':1,'size':1}"));
        states.put(
                "two orders",
                List.of("{'cmd':'place','uid':7,'orderId':1," + bid, "{'cmd':'place','uid':7,'orderId':2," + bid));
        states.put(
                "two orders in the other sequence",
                List.of("{'cmd':'place','uid':7,'orderId':2," + bid, "{'cmd':'place','uid':7,'orderId':1," + bid));
        states.put("an ask", List.of("{'cmd':'place','uid':7,'orderId':1," + bid.replace("BID", "ASK")));
        states.put("a trade with oneself", trade(1, 5));
        states.put("a trade with oneself at another price", trade(1, 6));
        states.put(
                "two trades with oneself",
                List.of(
                        trade(1, 5).get(0),
                        trade(1, 5).get(1),
                        trade(1, 5).get(0),
                        trade(1, 5).get(1)));
        states.put(
                "a position",
                List.of(
                        "{'cmd':'place','uid':7,'orderId':1,'symbol':2,'side':'BID','type':'GTC','price':5,'size':2}",
                        "{'cmd':'place','uid':8,'orderId':2,'symbol':2,'side':'ASK','type':'GTC','price':5,'size':2}"));
        states.put(
                "a position in the other direction",
                List.of(
                        "{'cmd':'place','uid':8,'orderId':1,'symbol':2,'side':'BID','type':'GTC','price':5,'size':2}",
                        "{'cmd':'place','uid':7,'orderId':2,'symbol':2,'side':'ASK','type':'GTC','price':5,'size':2}"));

        final String withFees = "{'cmd':'add_symbol','symbol':3,'type':'EXCHANGE_PAIR','base':1,'quote':2,'lotSize':10,"
                + "'tickValue':1,'takerFee':2,'makerFee':1}";
        final String bidWithFees = trade(3, 5).get(0);
        final String askWithFees = trade(3, 5).get(1);
        final String giveBack = "{'cmd':'adjust','uid':7,'currency':2,'amount':3,'txid':1}";
        states.put("a symbol with fees, and money", List.of(withFees, giveBack));
        states.put("fees of a trade with oneself", List.of(withFees, bidWithFees, askWithFees));
        states.put("fees that were given back", List.of(withFees, bidWithFees, askWithFees, giveBack));
        states.put(
                "fees of two trades", List.of(withFees, bidWithFees, askWithFees, bidWithFees, askWithFees, giveBack));

        final Map<Long, String> seen = new TreeMap<>();
        states.forEach((name, lines) -> {
            final String same = seen.put(hashAfter(lines), name);
            assertTrue(same == null, () -> "the same hash for '" + same + "' and '" + name + "'");
        });
        assertEquals(states.size(), seen.size());
    }

    private static List<String> trade(final int symbol, final int price) {
        final String order = "'symbol':" + symbol + ",'type':'GTC','price':" + price + ",'size':1}";
        return List.of(
                "{'cmd':'place','uid':7,'orderId':1,'side':'BID'," + order,
                "{'cmd':'place','uid':7,'orderId':2,'side':'ASK'," + order);
    }

    @Test
    void shouldNotChangeWithTheWayThatLedToTheState() {
        final long hash = hashAfter(List.of());
        assertEquals(hash, hashAfter(List.of("{'cmd':'nop','cookie':5}", "{'cmd':'snapshot','timestamp':99}")));
        assertEquals(hash, hashAfter(List.of("{'cmd':'suspend_user','uid':8}", "{'cmd':'resume_user','uid':8}")));
        final String place = "{'cmd':'place','uid':7,'orderId':1,'symbol':1,'side':'BID','type':'GTC','price':9,";
        assertEquals(hash, hashAfter(List.of(place + "'size':4}", "{'cmd':'cancel','uid':7,'symbol':1,'orderId':1}")));
        assertEquals(
                hashAfter(List.of("{'cmd':'add_user','uid':11}", "{'cmd':'add_user','uid':10}")),
                hashAfter(List.of("{'cmd':'add_user','uid':10}", "{'cmd':'add_user','uid':11}")));
    }

    @Test
    void shouldNotChangeWithARefusedCommand() {
        int refused = 0;
        final long firstSeed = Long.getLong("daybook.seed", 0);
        final List<Kind> kinds = Kind.ofProduct();
        for (long seed = firstSeed; seed < firstSeed + RANDOM_SCENARIOS; seed++) {
            final Kind kind = kinds.get((int) Math.floorMod(seed, (long) kinds.size()));
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, 300);
            try (Exchange exchange = start(scenario.settings().resetAllowed())) {
                long hash = hash(exchange);
                for (final String line : scenario.lines()) {
                    final boolean success = send(exchange, line);
                    final long after = hash(exchange);
                    if (!success) {
                        refused++;
                        assertEquals(hash, after, () -> scenario.name() + ": " + line);
                    }
                    hash = after;
                }
            }
        }
        final int count = refused;
        assertTrue(count > RANDOM_SCENARIOS * 20, () -> "only " + count + " refusals");
        System.out.println("state hash: unchanged by " + refused + " refused commands, from seed " + firstSeed);
    }

    private static long hashAfter(final List<String> lines) {
        try (Exchange exchange = start(false)) {
            final List<String> all = new ArrayList<>(MARKET);
            all.addAll(lines);
            for (final String line : all) {
                assertTrue(send(exchange, line.replace('\'', '"')), line);
            }
            return hash(exchange);
        }
    }

    private static Exchange start(final boolean resetAllowed) {
        return DaybookExchange.start(ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .resetAllowed(resetAllowed)
                .ringSize(64)
                .eventRingSize(1024)
                .build());
    }

    private static long hash(final Exchange exchange) {
        return exchange.query(new StateHashQuery()).join().hash();
    }

    /**
     * Sends a line, if it is a command; returns false if the command was refused and has no events. A refused order can
     * have events, because it may continue acts that earlier commands left.
     */
    private static boolean send(final Exchange exchange, final String line) {
        final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            if (!(new ScenarioReader().read(bytes, 0, bytes.length) instanceof ScenarioLine.Send send)) {
                return true;
            }
            final CommandResult result = exchange.submit(send.command()).join();
            return result.isSuccess() || !result.events().isEmpty();
        } catch (BadLineException e) {
            return true;
        }
    }
}
