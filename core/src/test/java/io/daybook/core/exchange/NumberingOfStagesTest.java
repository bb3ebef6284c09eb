package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.Nop;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Engine, journal, delivery and replay give the same numbers to commands with void slots and queries between them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NumberingOfStagesTest {
    private static final long FIRST_STAMP_NS = 1_000;

    @TempDir
    private Path folder;

    /** Number, time and cookie of a result; the cookie counts the commands as they were sent. */
    private record Told(long seq, long timeNs, long cookie) {}

    /** Collects results on the thread that delivers. */
    private static final class Hearing implements ExchangeListener {
        private final List<Told> told = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            told.add(new Told(result.seq(), result.timestampNs(), result.cookie()));
        }
    }

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(1), Topology.pipelined(2));
    }

    private Exchange start(final Topology topology, final ExchangeListener listener) {
        return DaybookExchange.builder()
                .topology(topology)
                .journal(folder)
                .listener(listener)
                .start();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldAgreeOnNumbersAndTimesAroundVoidSlots(final Topology topology) throws Exception {
        final List<Told> expected = new ArrayList<>();
        final Hearing first = new Hearing();
        try (Exchange exchange = start(topology, first)) {
            send(exchange, expected);
        }
        assertEquals(expected, first.told);

        final Hearing second = new Hearing();
        try (Exchange exchange = start(topology, second)) {
            assertEquals(expected.size(), exchange.recovery().lastSeq());
            send(exchange, expected);
        }
        assertEquals(expected.subList(first.told.size(), expected.size()), second.told);

        final Hearing replayed = new Hearing();
        assertEquals(expected.size(), Replay.from(folder, 1, replayed));
        assertEquals(expected, replayed.told);
    }

    /** Sends batches with more and more void slots and with falling stamps, and queries between them. */
    private static void send(final Exchange exchange, final List<Told> expected) throws Exception {
        final CommandDoor door = exchange.newDoor();
        for (int round = 0; round < 40; round++) {
            final CommandBatch batch = door.batch(4);
            for (int filled = 0; filled < round % 5; filled++) {
                final long cookie = expected.size() + 1;
                final long stampNs = FIRST_STAMP_NS + cookie - 2L * filled;
                batch.cancel()
                        .uid(1)
                        .symbol(1)
                        .orderId(1)
                        .cookie(cookie)
                        .timestampNs(stampNs)
                        .publish();
                expected.add(next(expected, stampNs));
            }
            batch.publish();
            final long seq = exchange.query(new StateHashQuery())
                    .get(60, TimeUnit.SECONDS)
                    .seq();
            assertEquals(expected.size(), seq);
        }
        final long cookie = expected.size() + 1;
        expected.add(next(expected, 1));
        assertEquals(
                cookie,
                exchange.submit(new Nop(), cookie, 1).get(60, TimeUnit.SECONDS).seq());
        final ExchangeMetrics metrics = exchange.metrics();
        assertEquals(cookie, metrics.deliveredSeq());
        assertEquals(cookie, metrics.journalReleasedSeq());
        assertEquals(cookie, metrics.journalWrittenSeq());
    }

    private static Told next(final List<Told> before, final long stampNs) {
        final long timeNs = before.isEmpty() ? 0 : before.get(before.size() - 1).timeNs();
        return new Told(before.size() + 1, Math.max(timeNs, stampNs), before.size() + 1);
    }
}
