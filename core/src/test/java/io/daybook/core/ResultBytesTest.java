package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Limits;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A listener receives the same bytes live and from a replay, across a restart too. */
@Proves("results have the same bytes live and by replay")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResultBytesTest {
    private static final long SEED = Long.getLong("daybook.seed", 1);
    private static final int COMMANDS = 1_500;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final RandomMarket market = new RandomMarket(SEED);

    /** Keeps the bytes of every result. */
    private static final class Bytes implements ExchangeListener {
        private final List<byte[]> heard = new ArrayList<>();

        @Override
        public void onResult(final ResultView result) {
            final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
            ResultEncoder.encode(result, bytes, 0);
            heard.add(bytes);
        }
    }

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldBeTheSameLiveAndByReplay(final Topology topology) {
        final Bytes live = new Bytes();
        final List<Command> commands = new ArrayList<>(market.opening());
        commands.addAll(market.trading(COMMANDS));
        final int half = commands.size() / 2;
        send(topology, live, commands.subList(0, half));
        send(topology, live, commands.subList(half, commands.size()));
        assertEquals(commands.size(), live.heard.size());

        final Bytes replayed = new Bytes();
        assertEquals(commands.size(), Replay.from(folder, 1, replayed));
        assertEquals(live.heard.size(), replayed.heard.size());
        final ResultDecoder decoder = new ResultDecoder();
        for (int i = 0; i < live.heard.size(); i++) {
            final byte[] bytes = live.heard.get(i);
            decoder.wrap(bytes, 0, bytes.length);
            assertEquals(i + 1, decoder.seq());
            assertArrayEquals(bytes, replayed.heard.get(i), "seed=" + SEED + " seq=" + (i + 1));
        }
    }

    private void send(final Topology topology, final ExchangeListener listener, final List<Command> commands) {
        try (Exchange exchange = DaybookExchange.builder()
                .topology(topology)
                .journal(folder)
                .listener(listener)
                .start()) {
            for (final Command command : commands) {
                final byte[] tag = new byte[random.nextInt(3) == 0 ? random.nextInt(Limits.MAX_TAG_BYTES + 1) : 0];
                random.nextBytes(tag);
                exchange.submit(command, random.nextLong(), tag);
            }
        }
    }
}
