package io.daybook.cli.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the numbers of an explanation with the engine: the missing amount must be exact. */
class RefusalNumbersTest {
    private static final int BASE = 1;
    private static final int QUOTE = 2;
    private static final int CASES = 300;
    private static final Pattern MISSING = Pattern.compile("Missing: ([0-9,]+)");
    private static final Pattern ENOUGH = Pattern.compile("enough for ([0-9,]+) lots");

    private static long number(final Pattern pattern, final String text) {
        final Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1).replace(",", "")) : 0;
    }

    @Test
    void shouldNameWhatIsMissingToTheLastUnit() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            final String what = "seed=" + seed + " case=" + i;
            final SymbolSpec spec = spec(random, i % 3);
            final PlaceOrder order = order(random, spec);
            final long money = random.nextLong(2_000_000);
            final String said = refusal(spec, order, money);
            if (said.isEmpty()) {
                continue;
            }
            refused++;
            final long missing = number(MISSING, said);
            assertTrue(missing > 0, what + ": " + said);
            assertEquals("", refusal(spec, order, money + missing), what + ": " + said);
            assertTrue(!refusal(spec, order, money + missing - 1).isEmpty(), what + ": " + said);
            final long enough = number(ENOUGH, said);
            if (enough > 0) {
                final PlaceOrder smaller = new PlaceOrder(
                        order.uid(),
                        order.symbol(),
                        order.orderId(),
                        order.side(),
                        order.orderType(),
                        order.price(),
                        order.reservePrice(),
                        enough);
                assertEquals("", refusal(spec, smaller, money), what + ": " + said);
            }
        }
        assertTrue(refused > CASES / 4, "refused " + refused + " of " + CASES + ", seed=" + seed);
    }

    private static SymbolSpec spec(final SplittableRandom random, final int kind) {
        final long maker = random.nextLong(5);
        return switch (kind) {
            case 0 ->
                SymbolSpec.exchangePair(1, BASE, QUOTE)
                        .lotSize(1 + random.nextLong(50))
                        .tickValue(1 + random.nextLong(20))
                        .feesPerLot(maker + random.nextLong(5), maker)
                        .build();
            case 1 ->
                SymbolSpec.exchangePair(1, BASE, QUOTE)
                        .lotSize(1 + random.nextLong(50))
                        .tickValue(1 + random.nextLong(20))
                        .feesProportional(maker + random.nextLong(5_000), maker)
                        .build();
            default ->
                SymbolSpec.futuresContract(1, BASE, QUOTE)
                        .tickValue(1 + random.nextLong(20))
                        .feesPerLot(maker + random.nextLong(5), maker)
                        .margins(1 + random.nextLong(3_000), 1 + random.nextLong(3_000))
                        .prices(1, 100_000)
                        .build();
        };
    }

    private static PlaceOrder order(final SplittableRandom random, final SymbolSpec spec) {
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final long price = 10 + random.nextLong(1_000);
        final PlaceOrder order = PlaceOrder.gtc(1, 1, 1, side, price, 1 + random.nextLong(2_000));
        if (side == Side.BID && !spec.isFutures()) {
            return switch (random.nextInt(3)) {
                case 0 -> order.withReservePrice(price + random.nextLong(100));
                case 1 -> order.withType(OrderType.IOC_BUDGET);
                default -> order;
            };
        }
        return order;
    }

    /** Returns the explanation of a refusal; empty if the order is accepted. */
    private static String refusal(final SymbolSpec spec, final PlaceOrder order, final long money) {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .customQuery(Circumstances.Question.class)
                .start()) {
            exchange.submit(new AddSymbol(spec)).join();
            exchange.submit(AddAccounts.of(Map.of(1L, Map.of(BASE, money, QUOTE, money))))
                    .join();
            final ResultCode code = exchange.submit(order).join().code();
            if (code == ResultCode.SUCCESS) {
                return "";
            }
            assertEquals(ResultCode.RISK_NSF, code);
            final Circumstances now =
                    exchange.query(Explanation.question(order)).join();
            return String.join("\n", Explanation.explain(order, code, now));
        }
    }
}
