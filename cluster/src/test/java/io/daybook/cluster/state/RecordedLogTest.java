package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Carries out logs of earlier programs: this program must reach the same chain and state, from the beginning and from
 * their snapshots, so that nodes of both may run together while one is replaced by the other. Each release has recorded
 * a log, {@code release-N.log.gz}; with {@code -Ddaybook.update=true} the log of this release is recorded if it is
 * missing.
 *
 * <pre>
 *  MESSAGE  | length | bytes | time
 *  TIMER    | time
 *  CHECK    | seq | chain | hash
 *  SNAPSHOT | chunks | { length | bytes }
 * </pre>
 */
@Proves(value = "logs and snapshots of each release are read by the next", normal = "1,500 messages")
class RecordedLogTest {
    /** The newest of the logs belongs to this release. */
    private static final int RELEASE = 1;

    private static final Path FOLDER = Path.of("src/test/resources/io/daybook/cluster/state");
    private static final int MESSAGE = 1;
    private static final int TIMER = 2;
    private static final int CHECK = 3;
    private static final int SNAPSHOT = 4;

    private static final int MESSAGES = 1_500;
    private static final int SNAPSHOT_AT = 800;
    private static final int CHECK_EVERY = 100;
    private static final int SESSIONS = 3;
    private static final int MOST_COMMANDS = 6;
    private static final long START_NS = 1_700_000_000_000_000_000L;

    private static IntStream releases() {
        return IntStream.rangeClosed(1, RELEASE);
    }

    private static String name(final int release) {
        return "release-" + release + ".log.gz";
    }

    private static DataInputStream open(final int release) throws IOException {
        final InputStream file = RecordedLogTest.class.getResourceAsStream(name(release));
        if (file == null) {
            throw new AssertionError(name(release) + " is missing: record it with -Ddaybook.update=true");
        }
        return new DataInputStream(new GZIPInputStream(file));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldGiveTheChainOfEachRelease(final int release) throws IOException {
        for (final boolean isFromSnapshot : new boolean[] {false, true}) {
            try (DataInputStream log = open(release)) {
                final Replay replay = new Replay(isFromSnapshot);
                for (int kind = log.read(); kind >= 0; kind = log.read()) {
                    replay.take(kind, log);
                }
                assertTrue(replay.checks >= MESSAGES / CHECK_EVERY && replay.snapshots == 1);
            }
        }
    }

    @Test
    void shouldHaveALogWithAllRulesOfThisRelease() throws IOException {
        final Path file = FOLDER.resolve(name(RELEASE));
        if (Boolean.getBoolean("daybook.update") && !Files.exists(file)) {
            Files.createDirectories(FOLDER);
            try (DataOutputStream log = new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
                new Recording(log).record();
            }
        }
        try (DataInputStream log = new DataInputStream(new GZIPInputStream(Files.newInputStream(file)))) {
            final Replay replay = new Replay(false);
            for (int kind = log.read(); kind >= 0; kind = log.read()) {
                replay.take(kind, log);
            }
            final ClusterSettings settings = replay.state.settings();
            assertTrue(
                    settings != null && settings.semanticsVersion() == ExchangeEngine.SEMANTICS_VERSION,
                    () -> "there are newer semantics than those of " + file + ": they belong to another release");
            assertTrue(replay.state.counts().duplicates() > 0
                    && replay.state.counts().gaps() > 0);
            assertEquals(SESSIONS, replay.state.sessionCount());
        }
    }

    /** Carries out a recorded log, and compares chain and state. */
    private static final class Replay {
        private final boolean isFromSnapshot;
        private ClusterState state = Messages.newState(11);
        private int checks;
        private int snapshots;

        Replay(final boolean isFromSnapshot) {
            this.isFromSnapshot = isFromSnapshot;
        }

        void take(final int kind, final DataInputStream log) throws IOException {
            switch (kind) {
                case MESSAGE -> Messages.send(state, bytes(log), log.readLong());
                case TIMER -> state.onTimer(log.readLong());
                case CHECK -> {
                    assertEquals(log.readLong(), state.seq());
                    assertEquals(log.readLong(), state.chain(), () -> "the chain at seq " + state.seq());
                    assertEquals(log.readLong(), state.stateHash(), () -> "the state at seq " + state.seq());
                    checks++;
                }
                case SNAPSHOT -> {
                    final List<byte[]> chunks = new ArrayList<>();
                    for (int left = log.readInt(); left > 0; left--) {
                        chunks.add(bytes(log));
                    }
                    state = isFromSnapshot ? Messages.restored(chunks, 12) : state;
                    snapshots++;
                }
                default -> throw new IOException("kind " + kind);
            }
        }

        private static byte[] bytes(final DataInputStream log) throws IOException {
            final byte[] bytes = new byte[log.readInt()];
            log.readFully(bytes);
            return bytes;
        }
    }

    /** Records a market of three sessions, by all versions of semantics, with requests that come twice or too early. */
    private static final class Recording {
        private final DataOutputStream log;
        private final ClusterState state = Messages.newState(7);
        private final SplittableRandom random = new SplittableRandom(42);
        private final RandomMarket market = new RandomMarket(42);
        private final long[] requests = new long[SESSIONS + 1];
        private long timeNs = START_NS;
        private int semantics = 1;

        Recording(final DataOutputStream log) {
            this.log = log;
        }

        void record() throws IOException {
            message(Messages.message(
                    RequestKind.SETTINGS,
                    0,
                    0,
                    0,
                    0,
                    0,
                    ClusterSettings.of(Messages.ID, Messages.SECRET, true)
                            .withSemantics(semantics)
                            .toBytes()));
            for (int session = 1; session <= SESSIONS; session++) {
                message(Messages.open(session, 100 + session));
            }
            commands(1, market.opening());
            for (int i = 1; i <= MESSAGES; i++) {
                step(i);
                if (i % CHECK_EVERY == 0) {
                    check();
                }
                if (i == SNAPSHOT_AT) {
                    snapshot();
                }
            }
        }

        private void step(final int number) throws IOException {
            final int session = 1 + random.nextInt(SESSIONS);
            final List<Command> commands = new ArrayList<>(market.trading(1 + random.nextInt(MOST_COMMANDS)));
            if (number % 50 == 0) {
                commands.add(new MassCancel(1 + random.nextInt(5), 0, null, false, false));
            }
            final byte[] sent = commands(session, commands);
            if (number % 40 == 0) {
                message(sent);
            }
            if (number % 60 == 0) {
                message(Messages.commands(
                        session, 1, requests[session] + 2, 0, market.trading(1).get(0)));
            }
            if (number % (MESSAGES / ExchangeEngine.SEMANTICS_VERSION) == 0
                    && semantics < ExchangeEngine.SEMANTICS_VERSION) {
                final byte newest = (byte) ExchangeEngine.SEMANTICS_VERSION;
                semantics++;
                message(Messages.message(
                        RequestKind.ACTIVATE, semantics, 0, 0, 0, 9, new byte[] {newest, newest, newest}));
            }
            timeNs += random.nextInt(5_000_000);
            if (state.nextDueNs() <= timeNs) {
                log.write(TIMER);
                log.writeLong(timeNs);
                state.onTimer(timeNs);
            }
        }

        private byte[] commands(final int session, final List<Command> commands) throws IOException {
            final long first = requests[session] + 1;
            requests[session] += commands.size();
            final byte[] message =
                    Messages.commands(session, 1, first, Math.min(first, 20), commands.toArray(new Command[0]));
            message(message);
            return message;
        }

        private void message(final byte[] bytes) throws IOException {
            log.write(MESSAGE);
            log.writeInt(bytes.length);
            log.write(bytes);
            log.writeLong(timeNs);
            Messages.send(state, bytes, timeNs);
        }

        private void check() throws IOException {
            log.write(CHECK);
            log.writeLong(state.seq());
            log.writeLong(state.chain());
            log.writeLong(state.stateHash());
        }

        private void snapshot() throws IOException {
            final List<byte[]> chunks = Messages.snapshot(state);
            log.write(SNAPSHOT);
            log.writeInt(chunks.size());
            for (final byte[] chunk : chunks) {
                log.writeInt(chunk.length);
                log.write(chunk);
            }
        }
    }
}
