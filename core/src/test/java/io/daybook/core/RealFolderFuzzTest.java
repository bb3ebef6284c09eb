package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.JournalStat;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.access.JournalTruncation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that can happen to a folder on a real file system: readers next to an owner that writes and rotates, files
 * spoiled, missing, swapped or older, locks deleted and folders moved while an exchange runs, a kill at each step of a
 * rotation and of a close. Each case ends in the state of an undisturbed exchange, or in a refusal with kind, file,
 * offset and a way out that works when it is followed.
 */
@Proves(
        value = "real folders that are spoiled beside a running owner give the state or a refusal whose way out works",
        normal = "60 folders",
        large = "5,000")
@Tag("whole")
class RealFolderFuzzTest {
    private static final int CASES = Boolean.getBoolean("daybook.long") ? 5_000 : 60;
    private static final int COMMANDS = 160;
    private static final int PAIR = 1;
    private static final Set<Reason> REFUSALS = EnumSet.of(Reason.CORRUPT, Reason.SUSPECT, Reason.GAP, Reason.VERSION);

    /** An event that happens to the folder, and in how many of twelve cases. */
    private enum Kind {
        READERS_BESIDE_THE_OWNER(1),
        SPOILED(5),
        LOCKS_DELETED(1),
        MOVED(1),
        KILLED_IN_A_ROTATION(2),
        KILLED_IN_A_CLOSE(2);

        private final int weight;

        Kind(final int weight) {
            this.weight = weight;
        }

        static Kind of(final long seed) {
            int left = (int) Math.floorMod(seed, 12L);
            for (final Kind kind : values()) {
                left -= kind.weight;
                if (left < 0) {
                    return kind;
                }
            }
            throw new IllegalStateException("the weights must add up to 12");
        }
    }

    @TempDir
    private Path root;

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private int refused;
    private int cut;
    private int told;

    @Test
    void shouldGiveTheSameOrRefuseWithAWayOutThatWorks() throws Exception {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            final Path home = root.resolve(Long.toString(seed));
            final Kind kind = Kind.of(seed);
            try {
                Files.createDirectory(home);
                happen(kind, home, new Random(seed));
                counts.merge(kind, 1, Integer::sum);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("daybook.seed=" + seed + " " + kind, e);
            }
            deleteAll(home);
        }
        final String figures = counts + ", " + refused + " refused, " + cut + " of them truncated and opened, " + told
                + " results replayed beside owners";
        assertEquals(Kind.values().length, counts.size(), figures);
        assertTrue(refused > CASES / 20 && cut > CASES / 40 && told > 5 * CASES, figures);
        System.out.println("real folders: " + figures + ", first seed " + firstSeed);
    }

    private static void deleteAll(final Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void happen(final Kind kind, final Path home, final Random random) throws Exception {
        final Past past = new Past(random);
        final Path folder = home.resolve("data");
        switch (kind) {
            case READERS_BESIDE_THE_OWNER -> readBeside(folder, past, random);
            case SPOILED -> spoil(home, folder, past, random);
            case LOCKS_DELETED -> deleteLocks(folder, past, random);
            case MOVED -> move(folder, home.resolve("moved"), past, random);
            case KILLED_IN_A_ROTATION, KILLED_IN_A_CLOSE -> kill(kind, folder, past, random);
        }
    }

    /** The commands that are sent, and the results and states of an exchange without a folder. */
    private static final class Past {
        final List<Command> commands = new ArrayList<>();
        final List<CommandResult> results = new ArrayList<>();

        /** The number of commands → the hash of the state after them. */
        final List<Long> hashes = new ArrayList<>();

        Past(final Random random) {
            commands.add(new AddSymbol(SymbolSpec.exchangePair(PAIR, 10, 20).build()));
            for (int uid = 1; uid <= 3; uid++) {
                commands.add(new AddUser(uid));
                commands.add(new AdjustBalance(uid, 10, 1_000, 1));
                commands.add(new AdjustBalance(uid, 20, 100_000, 2));
            }
            for (int id = 1; commands.size() < COMMANDS; id++) {
                commands.add(next(random, id));
            }
            final ExchangeListener listener = new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    results.add(result.toResult());
                }
            };
            try (Exchange exchange = DaybookExchange.start(
                    ExchangeConfig.builder().topology(Topology.INLINE).build(), listener)) {
                hashes.add(hash(exchange));
                for (int i = 0; i < commands.size(); i++) {
                    exchange.submit(commands.get(i), 7, stamp(i));
                    hashes.add(hash(exchange));
                }
            }
        }

        private static Command next(final Random random, final int id) {
            final int uid = 1 + random.nextInt(3);
            return switch (random.nextInt(12)) {
                case 0 -> new PersistSnapshot();
                case 1, 2 -> new CancelOrder(uid, PAIR, 1 + random.nextInt(id));
                default ->
                    PlaceOrder.gtc(
                            uid,
                            PAIR,
                            id,
                            random.nextBoolean() ? Side.BID : Side.ASK,
                            90 + random.nextInt(20),
                            1 + random.nextInt(9));
            };
        }

        static long stamp(final int index) {
            return 1_000L * (index + 1);
        }

        static long hash(final Exchange exchange) {
            return exchange.query(new StateHashQuery()).join().hash();
        }
    }

    private static Exchange open(final JournalStorage storage, final Path folder, final int keep) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .blockBytes(4096)
                .journal(folder)
                .build();
        final JournalOptions small = JournalOptions.builder()
                .maxBlockBytes(8_192)
                .firstSegmentBytes(16_384)
                .maxSegmentBytes(16_384)
                .fillAhead(false)
                .keepSnapshots(keep)
                .build();
        return new InlineExchange(config, RecoveredState.recover(config, storage, small));
    }

    /** Sends the commands from one number to another; every answer must equal that of {@code past}. */
    private static void send(final Exchange exchange, final Past past, final long from, final long to) {
        for (int i = (int) from; i < to; i++) {
            assertEquals(
                    past.results.get(i),
                    exchange.submit(past.commands.get(i), 7, Past.stamp(i)).join());
        }
    }

    /**
     * Starts an exchange, which must succeed with the state of the past at a seq of at least {@code atLeast}; the
     * exchange then carries out the remaining commands and closes.
     */
    private void requireSame(final Path folder, final Past past, final long atLeast) {
        final long lastSeq;
        try (Exchange exchange = open(new Quick(), folder, 1)) {
            lastSeq = exchange.recovery().lastSeq();
            assertTrue(lastSeq >= atLeast, () -> "recovered " + lastSeq + " of " + atLeast);
            assertEquals(past.hashes.get((int) lastSeq), Past.hash(exchange));
            send(exchange, past, lastSeq, COMMANDS);
        }
        assertEquals(COMMANDS, requireReadable(folder, past));
    }

    /** Verifies and replays the folder and computes its state, as a reader does; returns the last seq. */
    private long requireReadable(final Path folder, final Past past) {
        final JournalReader reader = JournalReader.open(folder);
        assertEquals(List.of(), reader.stat(reader.snapshots()).problems());
        final RecoveredState state = RecoveredState.readOnly(new FileJournalStorage(), folder);
        final long lastSeq = state.summary().lastSeq();
        assertEquals(past.hashes.get((int) lastSeq), state.engine().stateHash());
        return replay(folder, past, Replay.firstSeq(folder));
    }

    private static long replay(final Path folder, final Past past, final long from) {
        return Replay.from(folder, from, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                assertEquals(past.results.get((int) result.seq() - 1), result.toResult());
            }
        });
    }

    private void readBeside(final Path folder, final Past past, final Random random) throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        final AtomicLong answered = new AtomicLong();
        final AtomicLong heard = new AtomicLong();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Exchange exchange = open(new Quick(), folder, 1 + random.nextInt(3));
        final List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            final long seed = random.nextLong();
            final Thread reader = new Thread(() -> {
                final Random dice = new Random(seed);
                boolean last;
                do {
                    last = done.get();
                    readOnce(folder, past, dice, answered.get(), heard);
                } while (!last);
            });
            reader.setUncaughtExceptionHandler((dead, e) -> failure.compareAndSet(null, e));
            readers.add(reader);
            reader.start();
        }
        for (int i = 0; i < COMMANDS; i++) {
            send(exchange, past, i, i + 1L);
            answered.set(i + 1L);
        }
        if (random.nextBoolean()) {
            exchange.close();
        }
        done.set(true);
        for (final Thread reader : readers) {
            reader.join();
        }
        exchange.close();
        if (failure.get() != null) {
            throw new AssertionError("a reader", failure.get());
        }
        told += heard.intValue();
        requireReadable(folder, past);
    }

    /** Reads once. The segments that the reader needs may have been retired meanwhile; nothing else may be wrong. */
    private static void readOnce(
            final Path folder, final Past past, final Random dice, final long answered, final AtomicLong heard) {
        try {
            switch (dice.nextInt(4)) {
                case 0 -> {
                    final JournalReader reader = JournalReader.open(folder);
                    final JournalStat stat = reader.stat(reader.snapshots());
                    for (final JournalException problem : stat.problems()) {
                        throw problem;
                    }
                    assertTrue(stat.lastSeq() >= answered, () -> stat + " ends before " + answered);
                }
                case 1 -> {
                    final RecoveredState state = RecoveredState.readOnly(new FileJournalStorage(), folder);
                    final long lastSeq = state.summary().lastSeq();
                    assertTrue(lastSeq >= answered, "a reader ends before what was answered");
                    assertEquals(past.hashes.get((int) lastSeq), state.engine().stateHash());
                }
                default -> {
                    final long from = dice.nextBoolean() ? Replay.firstSeq(folder) : 1 + dice.nextInt(COMMANDS);
                    final long last = replay(folder, past, from);
                    assertTrue(last >= answered, "a replay ends before what was answered");
                    heard.addAndGet(Math.max(0, last - from + 1));
                }
            }
        } catch (JournalException e) {
            assertEquals(Reason.GAP, e.reason(), e::toString); // segments were retired while it read
            assertFalse(e.wayOut().isEmpty());
        }
    }

    private void spoil(final Path home, final Path folder, final Past past, final Random random) throws IOException {
        final Path older = home.resolve("older");
        final long half = 20 + random.nextInt(COMMANDS - 40);
        try (Exchange exchange = open(new Quick(), folder, 3)) {
            send(exchange, past, 0, half);
        }
        copy(folder, older);
        final boolean closed = random.nextBoolean();
        final long acknowledged = half + random.nextInt((int) (COMMANDS - half));
        if (closed) {
            try (Exchange exchange = open(new Quick(), folder, 3)) {
                send(exchange, past, half, acknowledged);
            }
        } else { // a kill: a copy of the folder, taken at some moment while the exchange runs
            final Path killed = home.resolve("killed");
            try (Exchange exchange = open(new Quick(), folder, 3)) {
                send(exchange, past, half, acknowledged);
                copy(folder, killed);
            }
            deleteAll(folder);
            Files.move(killed, folder);
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            damage(folder, older, random);
        }
        judge(folder, past, acknowledged, Files.exists(folder.resolve("journal/CLOSED")));
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.sorted().toList()) {
                final boolean isLock =
                        file.endsWith("LOCK") || file.endsWith(".owner"); // never opened in the owner's process
                if (!isLock) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
        }
    }

    private static List<Path> files(final Path folder, final String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static void damage(final Path folder, final Path older, final Random random) throws IOException {
        final List<Path> segments = files(folder.resolve("journal"), ".jnl");
        final List<Path> all = files(folder, "");
        if (segments.isEmpty()) {
            return;
        }
        final Path segment = segments.get(random.nextInt(segments.size()));
        final Path any = all.get(random.nextInt(all.size()));
        switch (random.nextInt(11)) {
            case 0, 1 -> flip(segment, random);
            case 2 -> zero(segment, random);
            case 3 -> flip(any, random);
            case 4 -> Files.delete(segments.get(segments.size() - 1));
            case 5 -> Files.delete(segment);
            case 6 -> Files.deleteIfExists(any);
            case 7 -> {
                final Path other = segments.get(random.nextInt(segments.size()));
                final byte[] one = Files.readAllBytes(segment);
                Files.write(segment, Files.readAllBytes(other));
                Files.write(other, one);
            }
            case 8 -> {
                final byte[] bytes = Files.readAllBytes(any);
                Files.write(any, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            }
            case 9 ->
                Files.move(
                        segment,
                        segment.resolveSibling(segment.getFileName() + ".old"),
                        StandardCopyOption.REPLACE_EXISTING);
            default -> {
                final Path backup = older.resolve(folder.relativize(any));
                if (Files.exists(backup)) {
                    Files.copy(backup, any, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void flip(final Path file, final Random random) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        int used = bytes.length;
        while (used > 1 && bytes[used - 1] == 0) {
            used--;
        }
        if (used > 0) {
            bytes[random.nextInt(used)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bytes);
        }
    }

    private static void zero(final Path file, final Random random) throws IOException {
        final byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0) {
            final int from = random.nextInt(bytes.length) & -512;
            Arrays.fill(bytes, from, Math.min(bytes.length, from + 512 * (1 + random.nextInt(16))), (byte) 0);
            Files.write(file, bytes);
        }
    }

    private void judge(final Path folder, final Past past, final long acknowledged, final boolean closed)
            throws IOException {
        JournalException refusal = start(folder, past, acknowledged, closed);
        if (refusal == null) {
            return; // segments that a snapshot replaces may be damaged: a start does not need them
        }
        refused++;
        for (int i = 0; refusal != null; i++) {
            assertTrue(i < 4, refusal.toString());
            requireAWayOut(refusal);
            final long atSeq = refusal.truncateAtSeq();
            if (atSeq == JournalException.NO_SEQ) {
                return; // only a backup helps
            }
            assertEquals(
                    atSeq - 1,
                    JournalTruncation.truncate(new FileJournalStorage(), folder, atSeq, true)
                            .lastSeq());
            refusal = start(folder, past, atSeq - 1, true);
            cut += refusal == null ? 1 : 0;
        }
    }

    private static void requireAWayOut(final JournalException refusal) {
        assertTrue(REFUSALS.contains(refusal.reason()), refusal::toString);
        assertTrue(refusal.file() != null && !refusal.wayOut().isEmpty(), refusal::toString);
        final boolean isInAFile = refusal.reason() == Reason.CORRUPT && Files.isRegularFile(Path.of(refusal.file()));
        assertTrue(!isInAFile || refusal.offset() != JournalException.NO_OFFSET, refusal::toString);
    }

    /** Starts an exchange and compares its state; returns the refusal, or null. */
    private static JournalException start(
            final Path folder, final Past past, final long acknowledged, final boolean exactly) {
        try (Exchange exchange = open(new Quick(), folder, 3)) {
            final long lastSeq = exchange.recovery().lastSeq();
            // A folder that was not closed may end after any frame.
            assertTrue(
                    exactly ? lastSeq == acknowledged : lastSeq <= acknowledged,
                    () -> "recovered " + lastSeq + " of " + acknowledged + ", notes "
                            + exchange.recovery().notes());
            assertEquals(past.hashes.get((int) lastSeq), Past.hash(exchange));
            return null;
        } catch (JournalException e) {
            return e;
        } catch (RecoveryFailedException e) {
            throw new AssertionError("sound checksums, and another state", e);
        }
    }

    private void deleteLocks(final Path folder, final Past past, final Random random) throws IOException {
        final long before = 1 + random.nextInt(COMMANDS / 2);
        final Exchange exchange = open(new Quick(), folder, 1);
        send(exchange, past, 0, before);
        final List<String> names = List.of("LOCK", "journal/.owner", "journal/.token", "IDENTITY");
        final int which = 1 + random.nextInt((1 << names.size()) - 1);
        final byte[] identity = Files.readAllBytes(folder.resolve("IDENTITY"));
        for (int i = 0; i < names.size(); i++) {
            if ((which >> i & 1) == 1) {
                Files.delete(folder.resolve(names.get(i)));
            }
        }
        assertEquals(
                Reason.LOCKED,
                assertThrows(JournalException.class, () -> open(new Quick(), folder, 1))
                        .reason());
        final long answered = sendUntilRefused(exchange, past, before);
        final boolean isSeenByARotation = which != 8;
        assertTrue(answered < COMMANDS || !isSeenByARotation, "the exchange did not notice: " + which);
        exchange.close();
        if (!Files.exists(folder.resolve("IDENTITY"))) {
            final JournalException refusal = assertThrows(JournalException.class, () -> open(new Quick(), folder, 1));
            assertEquals(folder.resolve("IDENTITY").toString(), refusal.file());
            Files.write(folder.resolve("IDENTITY"), identity);
        }
        requireSame(folder, past, answered);
    }

    /**
     * Continues to send until the exchange stops, because it no longer owns the folder; returns how many commands were
     * answered.
     */
    private static long sendUntilRefused(final Exchange exchange, final Past past, final long from) {
        long answered = from;
        try {
            while (answered < COMMANDS) {
                send(exchange, past, answered, answered + 1);
                answered++;
            }
        } catch (JournalException e) {
            assertEquals(Reason.NOT_OWNER, e.reason(), e::toString);
            assertFalse(e.file() == null || e.wayOut().isEmpty());
            assertEquals(ExchangeState.FAILED, exchange.state());
        }
        return answered;
    }

    private void move(final Path folder, final Path moved, final Past past, final Random random) throws IOException {
        final long before = 1 + random.nextInt(COMMANDS / 2);
        final Exchange exchange = open(new Quick(), folder, 1);
        send(exchange, past, 0, before);
        Files.move(folder, moved);
        final long answered = sendUntilRefused(exchange, past, before);
        assertTrue(answered < COMMANDS, "the exchange did not notice");
        exchange.close();
        assertFalse(Files.exists(folder.resolve("snapshots")), "a folder was created again");
        requireSame(moved, past, answered);
    }

    private void kill(final Kind kind, final Path folder, final Past past, final Random random) {
        final Killing storage = new Killing();
        final Exchange exchange = open(storage, folder, 1);
        final int steps = random.nextInt(16);
        long answered = 0;
        if (kind == Kind.KILLED_IN_A_ROTATION) {
            storage.armAtNextSegment(steps);
        }
        final long last = kind == Kind.KILLED_IN_A_CLOSE ? 1 + random.nextInt(COMMANDS) : COMMANDS;
        try {
            while (answered < last) {
                send(exchange, past, answered, answered + 1);
                answered++;
            }
            if (kind == Kind.KILLED_IN_A_CLOSE) {
                storage.arm(steps);
            }
        } catch (JournalException | ExchangeClosedException | CompletionException e) {
            assertTrue(storage.isKilled(), e::toString);
        }
        exchange.close();
        requireSame(folder, past, answered);
    }

    /** Real files without forces: the test kills only a process, which loses no page of the operating system. */
    private static class Quick extends ForwardingStorage {
        Quick() {
            super(new FileJournalStorage());
        }

        @Override
        public void forceDirectory(final Path directory) throws IOException {
            step();
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            step();
            return wrap(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return wrap(super.open(path));
        }

        private StorageFile wrap(final StorageFile file) {
            return new ForwardingFile(file) {
                @Override
                public int write(final ByteBuffer source, final long position) throws IOException {
                    step();
                    return super.write(source, position);
                }

                @Override
                public void force(final boolean metadata) throws IOException {
                    step();
                }
            };
        }

        @Override
        public void rename(final Path from, final Path to) throws IOException {
            step();
            super.rename(from, to);
        }

        @Override
        public void delete(final Path path) throws IOException {
            step();
            super.delete(path);
        }

        void step() throws IOException {}
    }

    /** A {@link Quick} that makes no more changes after a number of them, as if the process had been killed. */
    private static final class Killing extends Quick {
        private static final long NEVER = Long.MAX_VALUE;

        private long left = NEVER;
        private int stepsOfRotation = -1;

        void arm(final int steps) {
            left = steps;
        }

        void armAtNextSegment(final int steps) {
            stepsOfRotation = steps;
        }

        boolean isKilled() {
            return left <= 0;
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            if (path.endsWith(".next") && stepsOfRotation >= 0) {
                left = stepsOfRotation;
                stepsOfRotation = -1;
            }
            return super.create(path);
        }

        @Override
        void step() throws IOException {
            if (left <= 0) {
                throw new IOException("killed");
            }
            left -= left == NEVER ? 0 : 1;
        }
    }
}
