package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.AddUser;
import io.daybook.api.CommandDoor;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.HopRecorder;
import io.daybook.api.NopWriter;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.host.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A recorder of hops receives each n-th command from each stage, and nothing else. */
@Proves("every n-th command is timed, and no other")
@Timeout(300)
@Tag("whole")
final class HopRecorderTest {
    private static final int COMMANDS = 300;

    @TempDir
    private Path folder;

    private static Topology topology(final String name) {
        return name.equals("PIPELINED") ? Topology.pipelined(2) : Topology.FUSED;
    }

    @ParameterizedTest
    @CsvSource({"FUSED, 1", "FUSED, 8", "PIPELINED, 1", "PIPELINED, 8", "FUSED, 0", "PIPELINED, 0"})
    void shouldTellOfEachNthCommand(final String topology, final int every) {
        final Recorder before = new Recorder(every);
        run(topology, before, 1);
        before.requireSeqs(1, COMMANDS, every);
        final Recorder after = new Recorder(every);
        run(topology, after, COMMANDS + 1);
        after.requireSeqs(COMMANDS + 1, 2 * COMMANDS, every);
    }

    /** Adds users, with queries and void slots in between, which take no number. */
    private void run(final String topology, final HopRecorder recorder, final long firstUid) {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology(topology))
                .journal(folder)
                .ackMode(AckMode.AFTER_WRITE)
                .hops(recorder)
                .start()) {
            final CommandDoor door = exchange.newDoor();
            final List<CompletableFuture<CommandResult>> results = new ArrayList<>();
            for (int i = 0; i < COMMANDS; i++) {
                results.add(exchange.submit(new AddUser(firstUid + i)));
                if (i % 3 == 0) {
                    exchange.query(new StateHashQuery()).join();
                }
                if (i % 5 == 0) {
                    final NopWriter abandoned = door.nop();
                    abandoned.abandon();
                }
            }
            results.forEach(result -> assertTrue(result.join().isSuccess()));
        }
    }

    @Test
    void shouldRefuseATopologyWithoutStages() {
        final DaybookExchange.Builder inline = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(folder.resolve("inline"))
                .hops(new Recorder(1));
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, inline::start);
        assertEquals("hops must come with threads: topology=" + Topology.INLINE, refused.getMessage());
        assertFalse(Files.exists(folder.resolve("inline")), "the refused start must create no folder");
        inline.hops(HopRecorder.NONE).start().close();
    }

    /** Records the times that it receives; if a command begins twice, the first beginning counts. */
    private static final class Recorder implements HopRecorder {
        private final int every;
        private final ConcurrentMap<Long, Long> began = new ConcurrentHashMap<>();
        private final ConcurrentMap<Long, Long> settled = new ConcurrentHashMap<>();
        private final ConcurrentMap<Long, Long> released = new ConcurrentHashMap<>();

        Recorder(final int every) {
            this.every = every;
        }

        @Override
        public long mask() {
            return every == 0 ? NO_SEQ : every - 1;
        }

        @Override
        public void onBegan(final long seq, final long ns) {
            began.putIfAbsent(seq, ns);
        }

        @Override
        public void onSettled(final long seq, final long ns) {
            assertEquals(null, settled.put(seq, ns), "settled once");
        }

        @Override
        public void onReleased(final long seq, final long ns) {
            assertEquals(null, released.put(seq, ns), "released once");
        }

        void requireSeqs(final long first, final long last, final int distance) {
            final List<Long> due = LongStream.rangeClosed(first, last)
                    .filter(seq -> distance > 0 && seq % distance == 0)
                    .boxed()
                    .toList();
            assertEquals(due, began.keySet().stream().sorted().toList());
            assertEquals(due, settled.keySet().stream().sorted().toList());
            assertEquals(due, released.keySet().stream().sorted().toList());
            due.forEach(seq -> assertTrue(began.get(seq) <= settled.get(seq), () -> "seq " + seq));
        }
    }
}
