package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultView;
import io.daybook.api.Term;
import io.daybook.host.Proves;
import io.daybook.model.Scenario;
import io.daybook.model.generate.Kind;
import io.daybook.model.generate.LimitScenarios;
import io.daybook.model.generate.ScenarioGenerator;
import io.daybook.sessions.order.OrderListener;
import io.daybook.sessions.order.OrderReader;
import io.daybook.wire.OffReason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Doors read the events of a result with {@link OrderReader}, settlement with a class of its own: after the same
 * results, both must have the same live orders.
 */
@Proves(
        value = "OrderReader, given the engine's results, has the same live orders as the engine",
        normal = "60 scenarios, and those at the limits",
        large = "3,000")
class OrdersReadTest {
    private static final int LENGTH = 400;
    private static final int SCENARIOS_EACH =
            Integer.getInteger("daybook.scenarios", Boolean.getBoolean("daybook.long") ? 300 : 6);
    private static final long FIRST_SEED = Long.getLong("daybook.seed", Long.getLong("daybook.draw", 61_000_000));

    private final Map<OffReason, Integer> reasons = new EnumMap<>(OffReason.class);
    private int trades;
    private int waiting;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldLeaveTheOrdersOfTheEngine(final Kind kind) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SCENARIOS_EACH; seed++) {
            run(ScenarioGenerator.generate(kind, seed, LENGTH), seed, 4);
        }
        System.out.println(kind + " seed=" + FIRST_SEED + " trades=" + trades + " " + reasons);
        assertTrue(trades > 0 && !reasons.isEmpty(), "no order traded, or none ended");
    }

    @Tag("whole")
    @Test
    void shouldLeaveThemAtTheLimits() {
        LimitScenarios.all(FIRST_SEED).forEach(scenario -> run(scenario, FIRST_SEED, 256));
        assertTrue(waiting > 0, "no exit was cancelled or replaced while its lots waited");
    }

    private void run(final Scenario scenario, final long seed, final int commandsBetween) {
        final Told told = new Told(scenario.name() + " seed=" + seed);
        final OrderBookType books = OrderBookType.values()[(int) (seed % OrderBookType.values().length)];
        final ScenarioEngine engine = new ScenarioEngine(scenario, books);
        engine.run(told::onResult, () -> {
            if (told.seq % commandsBetween == 0) {
                assertEquals(engine.orders(), told.orders(), told.where());
            }
        });
        assertEquals(engine.orders(), told.orders(), told.where());
    }

    private record Key(int symbol, long id) {}

    private static final class Lots {
        final long uid;
        final int side;
        long remaining;

        Lots(final OrderReader order) {
            uid = order.uid();
            side = order.sideCode();
            remaining = order.size();
        }
    }

    /** The live orders, from the calls of the reader alone. */
    private final class Told implements OrderListener {
        private final String name;
        private final OrderReader reader = new OrderReader(this);
        private final Map<Key, Lots> live = new HashMap<>();
        private final Set<Key> exits = new HashSet<>();
        private long seq;
        private int type;

        Told(final String name) {
            this.name = name;
        }

        void onResult(final ResultView result) {
            seq = result.seq();
            type = result.typeCode();
            final long exit =
                    result.terms().has(Term.EXIT_ORDER_ID) ? result.terms().get(Term.EXIT_ORDER_ID) : 0;
            if (exit != 0) {
                exits.add(new Key(result.symbol(), exit));
            }
            reader.read(result);
        }

        String where() {
            return name + " seq=" + seq;
        }

        Map<String, String> orders() {
            final Map<String, String> all = new TreeMap<>();
            live.forEach((key, lots) ->
                    all.put(key.symbol + " #" + key.id, lots.uid + " side " + lots.side + " lots " + lots.remaining));
            return all;
        }

        private static Key key(final OrderReader order) {
            return new Key(order.symbol(), order.orderId());
        }

        @Override
        public void onOpened(final OrderReader order) {
            assertNull(live.put(key(order), new Lots(order)), this::where);
        }

        @Override
        public void onExit(final OrderReader order) {
            final Lots lots = live.put(key(order), new Lots(order));
            assertTrue(lots == null || lots.remaining < order.size(), this::where);
        }

        @Override
        public void onTraded(final OrderReader order) {
            trades++;
            less(order);
        }

        @Override
        public void onTakenOff(final OrderReader order) {
            reasons.merge(order.offReason(), 1, Integer::sum);
            final boolean isMass = type == CommandType.MASS_CANCEL.code();
            assertTrue(order.offReason() != OffReason.MASS || isMass, this::where);
            assertNotEquals(OffReason.CANCELLED_BY_OTHER, order.offReason(), this::where);
            if (order.size() == 0) { // an exit that has no lots yet: only its end is reported
                assertNull(live.get(key(order)), this::where);
                return;
            }
            if (isOfWaitingExit(order)) {
                return;
            }
            less(order);
        }

        /**
         * Whether a call is about lots of an exit that wait for the act which announces them, because the entry's
         * command had reached a limit. Until that act, there is neither a report of the exit nor an order in the book.
         */
        private boolean isOfWaitingExit(final OrderReader order) {
            final boolean isWaiting = !live.containsKey(key(order)) && exits.contains(key(order));
            waiting += isWaiting ? 1 : 0;
            return isWaiting;
        }

        private void less(final OrderReader order) {
            final Lots lots = live.get(key(order));
            assertNotNull(lots, () -> where() + " unknown " + key(order));
            assertEquals(lots.uid, order.uid(), this::where);
            assertTrue(order.sideCode() == 0 || order.sideCode() == lots.side, this::where);
            lots.remaining -= order.size();
            assertEquals(lots.remaining, order.remaining(), this::where);
            if (lots.remaining == 0) {
                live.remove(key(order));
            }
        }

        @Override
        public void onReplaced(final OrderReader order) {
            if (isOfWaitingExit(order)) {
                return;
            }
            final Lots lots = live.remove(key(order));
            assertNotNull(lots, this::where);
            lots.remaining = order.remaining();
            final long id = order.newOrderId() == 0 ? order.orderId() : order.newOrderId();
            assertNull(live.put(new Key(order.symbol(), id), lots), this::where);
        }

        @Override
        public void onReset() {
            live.clear();
        }
    }
}
