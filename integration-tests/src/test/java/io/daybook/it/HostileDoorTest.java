package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Command;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandType;
import io.daybook.api.CustomQuery;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookType;
import io.daybook.api.QueryRefusedException;
import io.daybook.api.ResultCode;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sends hostile commands to a real exchange, through a fast door and through {@code submit}. Each command has one
 * result, whatever its fields are, and the books balance.
 */
@Proves(value = "no input at an API door stops the engine", normal = "18,000 commands", large = "3,000,000")
@Timeout(value = HostileDoorTest.TIME_OUT_S, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("alone")
class HostileDoorTest {
    static final long TIME_OUT_S = 1_800;
    private static final int COMMANDS =
            Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 3_000 : 6_000;
    private static final int COMMANDS_PER_EXCHANGE = 600;
    private static final int BETWEEN_AUDITS = 50;

    /** Counts results, and checks that they arrive in order. */
    private static final class Counter implements ExchangeListener {
        long results;
        long refusals;
        long lastSeq;
        Throwable fatal;

        @Override
        public void onResult(final ResultView result) {
            results++;
            if (result.seq() != lastSeq + 1) {
                throw new IllegalStateException("seq " + result.seq() + " after " + lastSeq);
            }
            lastSeq = result.seq();
            refusals += result.code() == ResultCode.SUCCESS ? 0 : 1;
            result.toResult();
        }

        @Override
        public void onListenerError(final RuntimeException error) {
            fatal = error;
        }

        @Override
        public void onFatal(final Throwable cause) {
            fatal = cause;
        }
    }

    @ParameterizedTest
    @EnumSource(Topology.Kind.class)
    void shouldAnswerWhateverIsSent(final Topology.Kind kind) {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        long refusals = 0;
        for (int done = 0; done < COMMANDS; done += COMMANDS_PER_EXCHANGE) {
            final long seed = firstSeed + done / COMMANDS_PER_EXCHANGE;
            try {
                refusals += fire(topology(kind), new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
        assertTrue(refusals > COMMANDS / 10 && refusals < COMMANDS);
        System.out.println(
                "doors: " + COMMANDS + " commands, " + kind + ", " + refusals + " refused, from seed " + firstSeed);
    }

    private static Topology topology(final Topology.Kind kind) {
        return kind == Topology.Kind.PIPELINED ? Topology.pipelined(2) : new Topology(kind, 0);
    }

    private static long fire(final Topology topology, final SplittableRandom random) {
        final Counter counter = new Counter();
        final HostileCommands commands = new HostileCommands(random);
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .orderBookType(OrderBookType.values()[random.nextInt(OrderBookType.values().length)])
                .marginTrading(random.nextInt(8) != 0)
                .resetAllowed(random.nextBoolean())
                .ringSize(64)
                .eventRingSize(1024)
                .build();
        try (Exchange exchange = DaybookExchange.start(config, counter)) {
            final CommandDoor door = exchange.newDoor();
            commands.opening().forEach(exchange::submit);
            final int opening = commands.opening().size();
            for (int i = opening + 1; i <= COMMANDS_PER_EXCHANGE; i++) {
                final boolean isFast = random.nextBoolean();
                final Command command = isFast ? commands.forDoor() : commands.any();
                try {
                    send(exchange, door, isFast, command, commands.stamp());
                } catch (IllegalArgumentException e) { // the timestamp is out of range: sends the command without one
                    assertTrue(String.valueOf(e.getMessage()).startsWith("a stamp must be"), e::getMessage);
                    send(exchange, door, isFast, command, 0);
                }
                if (i % BETWEEN_AUDITS == 0) {
                    assertSound(exchange, i, random);
                }
            }
            assertEquals(COMMANDS_PER_EXCHANGE, counter.results);
            assertEquals(null, counter.fatal);
        }
        return counter.refusals;
    }

    private static void send(
            final Exchange exchange,
            final CommandDoor door,
            final boolean isFast,
            final Command command,
            final long stampNs) {
        if (isFast) {
            FastWriters.of(door).send(command, stampNs, stampNs);
        } else {
            exchange.submit(command, stampNs, stampNs);
        }
    }

    private static void assertSound(final Exchange exchange, final long sent, final SplittableRandom random) {
        final AuditReport audit = exchange.query(new AuditQuery()).join();
        assertTrue(audit.isBalanced(), () -> audit.violations().toString());
        assertEquals(sent, audit.seq());
        exchange.query(new UserReportQuery(random.nextInt(4) == 0 ? random.nextLong() : 1))
                .join();
        exchange.query(new OrderBookQuery(random.nextInt(8), random.nextInt(6) - 2))
                .join();
        exchange.query(new TotalsReportQuery()).join();
        exchange.query(new StateHashQuery()).join();
        assertEquals(ExchangeState.RUNNING, exchange.state());
    }

    @ParameterizedTest
    @EnumSource(Topology.Kind.class)
    void shouldRefuseAtTheDoorWhatIsNoCommandAndGoOn(final Topology.Kind kind) {
        final CustomQuery<Long> stranger = state -> 1L;
        final ExchangeConfig config =
                ExchangeConfig.builder().topology(topology(kind)).ringSize(64).build();
        try (Exchange exchange = DaybookExchange.start(config)) {
            final CommandDoor door = exchange.newDoor();
            assertThrows(IllegalStateException.class, () -> door.place().uid(1).publish());
            assertThrows(NullPointerException.class, () -> exchange.submit(null));
            assertThrows(NullPointerException.class, () -> exchange.query(null));
            assertThrows(IllegalArgumentException.class, () -> door.batch(0));
            final CompletionException refused = assertThrows(
                    CompletionException.class, () -> exchange.query(stranger).join());
            assertEquals(QueryRefusedException.class, refused.getCause().getClass());
            assertEquals(1, exchange.submit(new AddUser(1)).join().seq());
            assertEquals(ExchangeState.RUNNING, exchange.state());
        }
    }

    @Test
    void shouldCarryOutWhatAListenerSendsThroughTheFastDoorInItsOrder() {
        final Echo echo = new Echo();
        try (Exchange exchange = DaybookExchange.start(
                ExchangeConfig.builder().topology(Topology.INLINE).build(), echo)) {
            echo.door = exchange.newDoor();
            exchange.submit(new AddUser(1), 9).join();
        }
        assertEquals(List.of("ADD_USER 9", "CANCEL_ORDER 1", "CANCEL_ORDER 2", "CANCEL_ORDER 3"), echo.heard);
    }

    /** Sends three commands when it receives the result of a new user, before it returns. */
    private static final class Echo implements ExchangeListener {
        final List<String> heard = new ArrayList<>();
        CommandDoor door;

        @Override
        public void onResult(final ResultView result) {
            if (result.type() == CommandType.ADD_USER) {
                for (int cookie = 1; cookie <= 3; cookie++) {
                    door.cancel().uid(1).symbol(1).orderId(1).cookie(cookie).publish();
                }
            }
            heard.add(result.type() + " " + result.cookie());
        }
    }
}
