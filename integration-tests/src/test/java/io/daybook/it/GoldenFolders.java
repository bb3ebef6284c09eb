package io.daybook.it;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandBatch;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Limits;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.Compression;
import io.daybook.journal.FrameType;
import io.daybook.journal.access.FrameStat;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.access.JournalTruncation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes golden folders, and records the facts that the version on its class path finds in them. The arguments are the
 * folder for the results and the folder to work in. The folders under {@code golden/v1} were made with commit 9d9382e
 * and are never made again; a version that writes another format makes its own folders next to them, with this program,
 * before it is released.
 */
final class GoldenFolders {
    private static final int SECTOR = 512;
    private static final int SEGMENT_BYTES = 16 * 1024;
    private static final int TORN_SEGMENT_BYTES = 64 * 1024;
    private static final int DEEP_SEGMENT_BYTES = 1 << 20;
    private static final int MAX_BLOCK_BYTES = 8 * 1024;
    private static final long FIRST_STAMP_NS = 1_700_000_000_000_000_000L;
    private static final String CHILD = "child";
    private static final String LOCK_TEXT = "pid 4711 on host";

    private final Path out;
    private final Path work;

    GoldenFolders(final Path out, final Path work) {
        this.out = out;
        this.work = work;
    }

    /** Makes all folders; or, as the process that is to be killed, writes commands to one of them. */
    public static void main(final String[] args) throws Exception {
        if (CHILD.equals(args[0])) {
            writeUntilKilled(Path.of(args[1]));
        } else {
            new GoldenFolders(Files.createDirectories(Path.of(args[0])), Files.createDirectories(Path.of(args[1])))
                    .makeAll();
        }
    }

    /** The settings with which a folder is written. */
    record Writing(
            boolean margin, boolean reset, boolean lz4, boolean threads, boolean forced, int keep, int segmentBytes) {
        static final Writing PLAIN = new Writing(true, false, true, false, true, 3, SEGMENT_BYTES);

        Writing raw() {
            return new Writing(margin, reset, false, threads, forced, keep, segmentBytes);
        }

        Writing settings(final boolean marginOn, final boolean resetOn) {
            return new Writing(marginOn, resetOn, lz4, threads, forced, keep, segmentBytes);
        }

        Writing unforced() {
            return new Writing(margin, reset, lz4, threads, false, keep, segmentBytes);
        }

        Writing together() {
            return new Writing(margin, reset, lz4, true, forced, keep, segmentBytes);
        }

        Writing inBatches() {
            return new Writing(margin, reset, lz4, true, false, keep, segmentBytes);
        }

        Writing keeping(final int snapshots) {
            return new Writing(margin, reset, lz4, threads, forced, snapshots, segmentBytes);
        }

        Writing segments(final int bytes) {
            return new Writing(margin, reset, lz4, threads, forced, keep, bytes);
        }

        Exchange open(final Path folder) {
            final ExchangeConfig config = ExchangeConfig.builder()
                    .journal(folder)
                    .topology(threads ? Topology.FUSED : Topology.INLINE)
                    .marginTrading(margin)
                    .resetAllowed(reset)
                    .ackMode(forced ? AckMode.AFTER_FORCE : AckMode.AFTER_WRITE)
                    .forceIntervalMs(60_000)
                    .blockBytes(4096)
                    .build();
            final JournalOptions options = JournalOptions.builder()
                    .compression(lz4 ? Compression.LZ4 : Compression.NONE)
                    .maxBlockBytes(MAX_BLOCK_BYTES)
                    .firstSegmentBytes(segmentBytes)
                    .maxSegmentBytes(segmentBytes)
                    .keepSnapshots(keep)
                    .retainAll(keep == 0)
                    .fillAhead(false)
                    .build();
            final RecoveredState recovered = RecoveredState.recover(config, new FileJournalStorage(), options);
            return threads ? new RingExchange(config, recovered).start() : new InlineExchange(config, recovered);
        }
    }

    private void makeAll() throws Exception {
        final Writing plain = Writing.PLAIN;
        final Writing retaining = plain.keeping(1_000);

        make("empty", "a folder without a command", folder -> write(plain, folder, List.of()));
        make("every-command", "all types of commands, orders and refusals, compressed, closed in order", folder -> {
            final List<Command> commands = new ArrayList<>(script());
            commands.addAll(hostile(101, 120));
            write(plain.together(), folder, commands);
        });
        make("every-command-raw", "all types of commands, orders and refusals, not compressed", folder -> {
            final List<Command> commands = new ArrayList<>(script());
            commands.addAll(hostile(101, 120));
            write(plain.raw(), folder, commands);
        });
        make("edges", "fields at every limit and arbitrary timestamps, not compressed", folder -> {
            try (Exchange exchange = plain.raw().segments(4 * SEGMENT_BYTES).open(folder)) {
                final HostileCommands commands = new HostileCommands(new SplittableRandom(202));
                commands.opening().forEach(command -> exchange.submit(command, Long.MIN_VALUE, Long.MIN_VALUE));
                for (int i = 0; i < 400; i++) {
                    exchange.submit(
                            commands.any(), commands.stamp() * (i % 2 == 0 ? 1 : -1), commands.stamp() >>> i % 60);
                }
            }
        });
        make(
                "batches",
                "many commands in each frame, compressed, several segments, several forms of frames",
                folder -> write(plain.inBatches(), folder, market(303, 2_000, 0)));
        make("margin-off-reset-on", "futures refused, two resets carried out", folder -> {
            final List<Command> commands = new ArrayList<>(script());
            commands.add(new Reset());
            commands.addAll(script());
            commands.add(new Reset());
            commands.addAll(market(404, 60, 25));
            write(retaining.settings(false, true), folder, commands);
        });
        make("reset-on", "margin trading, and a reset carried out", folder -> {
            final List<Command> commands = new ArrayList<>(script());
            commands.add(new Reset());
            commands.addAll(market(405, 80, 0));
            write(plain.settings(true, true), folder, commands);
        });
        make("margin-off", "futures refused, resets refused", folder -> {
            final List<Command> commands = new ArrayList<>(script());
            commands.addAll(market(406, 40, 0));
            write(plain.settings(false, false), folder, commands);
        });
        make("segments", "several segments, no snapshot", folder -> write(plain.raw(), folder, market(505, 110, 0)));
        make(
                "sealed-last",
                "a crash during rotation: the last segment is sealed, its successor has no name yet",
                folder -> {
                    write(plain, folder, market(606, 80, 0));
                    final List<Path> segments = segments(folder);
                    Files.delete(segments.get(segments.size() - 1));
                    Files.write(folder.resolve("journal/.next"), new byte[SEGMENT_BYTES]);
                });
        make("empty-last", "a crash after rotation: the last segment has only a header", folder -> {
            write(plain, folder, market(707, 80, 0));
            final List<Path> segments = segments(folder);
            zero(segments.get(segments.size() - 1), 4096, SEGMENT_BYTES);
        });
        make(
                "torn-sector",
                "a frame that was not forced lost a sector; whole frames follow it",
                folder -> tear(folder, 808, frame -> {
                    final long lost = (frame.position() + 2 * SECTOR) / SECTOR * SECTOR;
                    zero(segment(folder, frame), lost, lost + SECTOR);
                }));
        make(
                "torn-start",
                "a frame that was not forced lost its header's sector",
                folder -> tear(
                        folder,
                        809,
                        frame -> zero(
                                segment(folder, frame), frame.position(), (frame.position() / SECTOR + 1) * SECTOR)));
        make(
                "torn-end",
                "the segment is zeros from the middle of a frame on",
                folder -> tear(
                        folder,
                        810,
                        frame -> zero(
                                segment(folder, frame),
                                (frame.position() + 2 * SECTOR) / SECTOR * SECTOR,
                                TORN_SEGMENT_BYTES)));
        make("repaired", "torn and repaired twice, with more commands after each repair", folder -> {
            for (int i = 0; i < 2; i++) {
                final int seed = 811 + i;
                tear(
                        folder,
                        seed,
                        frame -> zero(
                                segment(folder, frame),
                                (frame.position() + SECTOR) / SECTOR * SECTOR,
                                TORN_SEGMENT_BYTES));
                write(plain.segments(TORN_SEGMENT_BYTES), folder, List.of(new Nop(), new AddUser(5_000 + i)));
            }
        });
        make(
                "snapshots",
                "five snapshots, all kept, several segments",
                folder -> write(retaining, folder, market(909, 140, 25)));
        make(
                "snapshots-retired",
                "two of many snapshots are kept, and the segments before them are deleted",
                folder -> write(plain.keeping(2), folder, market(910, 260, 20)));
        make("snapshot-damaged", "the newest of three snapshots is damaged, and recovery skips it", folder -> {
            write(retaining, folder, market(911, 90, 30));
            final List<Path> snapshots = snapshots(folder);
            flip(snapshots.get(snapshots.size() - 1).resolve("risk"), 100);
        });
        make("snapshot-unfinished", "a crash while a snapshot was written", folder -> {
            write(retaining, folder, market(912, 60, 25));
            final List<Path> snapshots = snapshots(folder);
            final Path newest = snapshots.get(snapshots.size() - 1);
            final Path half = newest.resolveSibling(".tmp-" + newest.getFileName());
            Files.createDirectories(half);
            Files.write(half.resolve("risk"), new byte[700]);
            for (final Path file : children(newest)) {
                Files.delete(file);
            }
            Files.delete(newest);
        });
        make("killed", "a process killed under load, with snapshots", this::killed);
        make("truncated", "truncated by an operator: leaves retired segments and snapshots, and a tail", folder -> {
            write(retaining, folder, market(1_010, 140, 25));
            JournalTruncation.truncate(folder, 44, true);
        });
        make(
                "suspect",
                "a bit flipped in a frame that no later frame proves to be on the disk: refused",
                folder -> tear(folder, 1_011, frame -> flip(segment(folder, frame), frame.position() + 300)));
        make("corrupt", "a bit flipped in a frame that was forced: refused", folder -> {
            write(plain, folder, market(1_012, 40, 0));
            final FrameStat frame = dataFrames(folder).get(20);
            flip(segment(folder, frame), frame.position() + 70);
        });
        make(
                "deep",
                "a user with more than 16,384 live orders; FOK and FOK_BUDGET through more than 4,096 levels",
                folder -> write(plain.inBatches().segments(DEEP_SEGMENT_BYTES), folder, deep()));
    }

    /** Finds facts about a folder; may change the folder. */
    interface Facts {
        SortedMap<String, String> of(Path folder) throws IOException;
    }

    /** Makes one folder. */
    interface Making {
        void make(Path folder) throws Exception;
    }

    private void make(final String name, final String what, final Making making) throws Exception {
        make(name, what, making, folder -> new TreeMap<>());
    }

    /** Makes one folder, and records more facts than {@link FolderFacts#read} and {@link FolderFacts#own} find. */
    void make(final String name, final String what, final Making making, final Facts more) throws Exception {
        final Path folder = work.resolve(name);
        making.make(folder);
        Files.writeString(folder.resolve("LOCK"), LOCK_TEXT);
        zip(folder, out.resolve(name + ".zip"));
        final Path untouched = work.resolve(name + "-untouched");
        copy(folder, untouched);
        final SortedMap<String, String> facts = new TreeMap<>(FolderFacts.read(folder));
        facts.putAll(FolderFacts.own(folder));
        facts.putAll(more.of(untouched));
        final List<String> lines = new ArrayList<>();
        lines.add("# " + what);
        facts.forEach((key, value) -> lines.add(key + "=" + value));
        Files.write(out.resolve(name + ".properties"), lines, StandardCharsets.UTF_8);
        System.out.println(name + ": " + Files.size(out.resolve(name + ".zip")) + " bytes; " + facts.get("read.seqs")
                + "; " + facts.get("read.segments"));
    }

    static void write(final Writing writing, final Path folder, final List<Command> commands) {
        try (Exchange exchange = writing.open(folder)) {
            send(writing, exchange, commands);
        }
    }

    private static void send(final Writing writing, final Exchange exchange, final List<Command> commands) {
        int at = 0;
        while (at < commands.size()) {
            int end = at;
            while (writing.threads
                    && !writing.forced
                    && end < commands.size()
                    && end - at < 512
                    && FastWriters.isFast(commands.get(end))) {
                end++;
            }
            if (end == at) {
                exchange.submit(commands.get(at), 1_000 + at, FIRST_STAMP_NS + at * 1_000L);
                at++;
            } else {
                final CommandBatch batch = exchange.newDoor().batch(end - at);
                final FastWriters writers = FastWriters.of(batch);
                for (; at < end; at++) {
                    writers.send(commands.get(at), 1_000 + at, FIRST_STAMP_NS + at * 1_000L);
                }
                batch.publish();
            }
        }
    }

    /** Every command, every order type, and refusals of each command, with their own ids. */
    private static List<Command> script() {
        final SymbolSpec pair = SymbolSpec.exchangePair(11, 10, 20)
                .lotSize(1_000)
                .tickValue(10)
                .feesPerLot(3, 1)
                .build();
        final SymbolSpec proportional = SymbolSpec.exchangePair(12, 30, 20)
                .lotSize(7)
                .tickValue(3)
                .feesProportional(2_500, 100)
                .prices(10, 1L << 30)
                .build();
        final SymbolSpec future = SymbolSpec.futuresContract(13, 10, 20)
                .margins(500, 600)
                .feesPerLot(2, 0)
                .prices(1, 1_000)
                .build();
        final List<Command> commands = new ArrayList<>(List.of(
                new Nop(),
                new AddSymbol(pair),
                new AddSymbol(pair),
                new AddSymbols(List.of(proportional, future)),
                new AddSymbols(List.of()),
                new AddSymbol(SymbolSpec.exchangePair(14, 20, 20).build()),
                new AddUser(301),
                new AddUser(301),
                new AddUser(0),
                AddAccounts.of(Map.of(
                        302L,
                        Map.of(10, 5_000_000L, 20, 90_000_000L, 30, 70_000L),
                        303L,
                        Map.of(10, 5_000_000L, 20, 90_000_000L),
                        Long.MAX_VALUE,
                        Map.of())),
                AddAccounts.of(Map.of(302L, Map.of(10, 1L))),
                AddAccounts.of(Map.of(304L, Map.of(0, 1L))),
                AddAccounts.of(Map.of()),
                new AdjustBalance(301, 20, 2_000_000, 1),
                new AdjustBalance(301, 20, 2_000_000, 1),
                new AdjustBalance(301, 20, -1_000_000, 1L << 40),
                new AdjustBalance(301, 20, -1_000_000, 3),
                new AdjustBalance(301, 20, -9_000_000, 1L << 41),
                new AdjustBalance(301, 20, 0, 1L << 42),
                new AdjustBalance(301, 20, Limits.MAX_ADJUSTMENT + 1, 1L << 42),
                new AdjustBalance(301, 0, 1, 1L << 42),
                new AdjustBalance(777, 20, 1, 1),
                new SuspendUser(301),
                new SuspendUser(301),
                PlaceOrder.gtc(301, 11, 1, Side.BID, 10, 1),
                new ResumeUser(301),
                new ResumeUser(301),
                new ResumeUser(777)));
        commands.addAll(trading(11, 15_000));
        commands.addAll(trading(12, 500));
        commands.addAll(trading(13, 400));
        commands.add(new PersistSnapshot());
        commands.add(new Reset());
        return commands;
    }

    private static List<Command> trading(final int symbol, final long price) {
        return List.of(
                PlaceOrder.gtc(302, symbol, 1, Side.ASK, price, 8),
                PlaceOrder.gtc(302, symbol, 2, Side.ASK, price + 5, 8),
                PlaceOrder.gtc(302, symbol, 2, Side.ASK, price + 5, 8),
                PlaceOrder.gtc(303, symbol, 3, Side.BID, price, 12).withReservePrice(price + 20),
                PlaceOrder.ioc(303, symbol, 4, Side.BID, price + 5, 2),
                PlaceOrder.ioc(303, symbol, 5, Side.BID, price + 5, 50),
                PlaceOrder.gtc(303, symbol, 6, Side.BID, price + 5, 2).withType(OrderType.FOK),
                PlaceOrder.gtc(302, symbol, 7, Side.ASK, price, 2).withType(OrderType.FOK),
                PlaceOrder.gtc(302, symbol, 8, Side.ASK, price, 200).withType(OrderType.FOK),
                PlaceOrder.gtc(302, symbol, 9, Side.ASK, price + 9, 4),
                PlaceOrder.gtc(303, symbol, 10, Side.BID, 3 * (price + 9), 3).withType(OrderType.FOK_BUDGET),
                PlaceOrder.gtc(303, symbol, 11, Side.BID, 3, 3).withType(OrderType.FOK_BUDGET),
                PlaceOrder.gtc(302, symbol, 12, Side.ASK, price, 1).withType(OrderType.FOK_BUDGET),
                PlaceOrder.gtc(303, symbol, 13, Side.BID, 5 * (price + 9), 9).withType(OrderType.IOC_BUDGET),
                PlaceOrder.gtc(302, symbol, 14, Side.ASK, price, 1).withType(OrderType.IOC_BUDGET),
                PlaceOrder.gtc(303, symbol, 15, Side.BID, price - 9, 3).withType(OrderType.POST_ONLY),
                PlaceOrder.gtc(302, symbol, 16, Side.ASK, price - 9, 3).withType(OrderType.POST_ONLY),
                new MoveOrder(303, symbol, 15, price - 5),
                new MoveOrder(303, symbol, 3, price + 21),
                new MoveOrder(302, symbol, 9, 1L << 41),
                new ReduceOrder(303, symbol, 15, 1),
                new ReduceOrder(303, symbol, 15, 0),
                new CancelOrder(303, symbol, 15),
                new CancelOrder(303, symbol, 15),
                PlaceOrder.gtc(302, symbol, 17, Side.ASK, price + 30, Limits.MAX_SIZE + 1),
                PlaceOrder.gtc(302, symbol, 0, Side.ASK, price + 30, 1),
                PlaceOrder.gtc(302, symbol, Long.MAX_VALUE, Side.ASK, price + 30, 1),
                PlaceOrder.gtc(302, symbol, 18, Side.BID, price + 30, 1).withReservePrice(1),
                PlaceOrder.gtc(304, symbol, 19, Side.BID, price, 1),
                PlaceOrder.gtc(302, symbol + 900, 20, Side.BID, price, 1),
                PlaceOrder.gtc(303, symbol, 21, Side.BID, Limits.MAX_PRICE, Limits.MAX_SIZE),
                PlaceOrder.gtc(303, symbol, 22, Side.BID, 1 << 20, 1 << 20));
    }

    private static List<Command> hostile(final long seed, final int count) {
        final HostileCommands random = new HostileCommands(new SplittableRandom(seed));
        final List<Command> commands = new ArrayList<>(random.opening());
        while (commands.size() < count) {
            commands.add(random.any());
        }
        return commands;
    }

    /**
     * A market with commands that mostly succeed.
     *
     * @param snapshotEvery the number of commands between two snapshots; 0 for none
     */
    private static List<Command> market(final long seed, final int count, final int snapshotEvery) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Command> commands = new ArrayList<>(new HostileCommands(random).opening());
        while (commands.size() < count) {
            final long uid = 1 + random.nextInt(5);
            final int symbol = 1 + random.nextInt(3);
            final long orderId = 1 + random.nextInt(40);
            if (snapshotEvery > 0 && commands.size() % snapshotEvery == 0) {
                commands.add(new PersistSnapshot());
            } else if (random.nextInt(40) == 0) {
                commands.add(accounts(random, 12));
            } else {
                commands.add(
                        switch (random.nextInt(8)) {
                            case 0 -> new MoveOrder(uid, symbol, orderId, 1 + random.nextInt(30));
                            case 1 -> new ReduceOrder(uid, symbol, orderId, 1 + random.nextInt(4));
                            case 2 -> new CancelOrder(uid, symbol, orderId);
                            case 3 -> new AdjustBalance(uid, 2, 1 + random.nextInt(1_000), commands.size());
                            default ->
                                PlaceOrder.gtc(
                                                uid,
                                                symbol,
                                                orderId,
                                                random.nextBoolean() ? Side.BID : Side.ASK,
                                                1 + random.nextInt(30),
                                                1 + random.nextInt(9))
                                        .withType(OrderType.values()[random.nextInt(6)]);
                        });
            }
        }
        return commands;
    }

    /** A command that adds users with accounts; its bytes do not compress, so that its frame fills several sectors. */
    private static AddAccounts accounts(final SplittableRandom random, final int users) {
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        for (int i = 0; i < users; i++) {
            accounts.put(
                    1_000_000 + random.nextLong(1L << 40),
                    Map.of(1 + random.nextInt(3), random.nextLong(1L << 36), 4, random.nextLong(1L << 36)));
        }
        return AddAccounts.of(accounts);
    }

    /** Continues to write without forcing, like a process that dies, and damages one of the last frames. */
    private void tear(final Path folder, final int seed, final Damage damage) throws IOException {
        final boolean first = Files.notExists(folder);
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Command> opening = first ? market(seed, 12, 0) : List.of(new Nop());
        final List<Command> unforced =
                List.of(new AddUser(7_000 + seed), accounts(random, 90), new AddUser(8_000 + seed), new Nop());
        tear(Writing.PLAIN.segments(TORN_SEGMENT_BYTES), folder, opening, unforced, damage);
    }

    /** Writes commands, then some without a force, and damages the frame of the third command from the end. */
    void tear(
            final Writing tearing,
            final Path folder,
            final List<Command> opening,
            final List<Command> unforced,
            final Damage damage)
            throws IOException {
        final Path alive = Files.notExists(folder) ? work.resolve(folder.getFileName() + "-alive") : folder;
        final Path copy = work.resolve(folder.getFileName() + "-copy");
        try (Exchange exchange = tearing.open(alive)) {
            send(tearing, exchange, opening);
        }
        final long torn;
        try (Exchange exchange = tearing.unforced().open(alive)) {
            send(tearing, exchange, unforced);
            torn = exchange.metrics().deliveredSeq() - 2;
            copy(alive, copy);
        }
        delete(alive);
        Files.move(copy, folder);
        damage.on(dataFrames(folder).stream()
                .filter(frame -> frame.firstSeq() == torn)
                .findFirst()
                .orElseThrow());
    }

    /** Damages a frame. */
    interface Damage {
        void on(FrameStat frame) throws IOException;
    }

    private void killed(final Path folder) throws Exception {
        final Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GoldenFolders.class.getName(),
                        CHILD,
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        for (int i = 0; i < 200; i++) {
            child.getInputStream().read();
        }
        child.toHandle().destroyForcibly();
        child.waitFor();
    }

    private static void writeUntilKilled(final Path folder) {
        final Writing writing = new Writing(true, false, true, true, true, 2, 2 * SEGMENT_BYTES);
        final List<Command> commands = market(1_313, 100_000, 60);
        try (Exchange exchange = writing.open(folder)) {
            for (int i = 0; i < commands.size(); i++) {
                exchange.submit(commands.get(i), i, FIRST_STAMP_NS + i).thenRun(() -> {
                    System.out.write('.');
                    System.out.flush();
                });
                if (i % 5 == 0) {
                    exchange.submit(new Nop()).join();
                }
            }
        }
    }

    /**
     * The commands of the folder {@code deep}: each order differs from the one before it by the same step, so that they
     * compress well.
     */
    private static List<Command> deep() {
        final int levels = 8_500;
        final int taken = 4_200;
        final int rest = 16_500;
        final long much = 1L << 50;
        final List<Command> commands = new ArrayList<>(List.of(
                new AddSymbol(SymbolSpec.exchangePair(1, 1, 2).feesPerLot(1, 0).build()),
                AddAccounts.of(Map.of(1L, Map.of(1, much, 2, much), 2L, Map.of(1, much, 2, much)))));
        for (int i = 1; i <= levels; i++) {
            commands.add(PlaceOrder.gtc(1, 1, i, Side.ASK, i, 1));
        }
        commands.add(PlaceOrder.gtc(2, 1, 1_000_001, Side.BID, levels, taken).withType(OrderType.FOK));
        commands.add(PlaceOrder.gtc(2, 1, 1_000_002, Side.BID, 1L << 30, taken).withType(OrderType.FOK_BUDGET));
        for (int i = 1; i <= rest; i++) {
            commands.add(PlaceOrder.gtc(1, 1, levels + i, Side.ASK, levels + i / 4, 1));
        }
        commands.add(
                PlaceOrder.gtc(2, 1, 1_000_003, Side.BID, 2 * levels, 1L << 20).withType(OrderType.FOK));
        commands.add(new CancelOrder(1, 1, levels + 7));
        commands.add(PlaceOrder.gtc(1, 1, 1_000_004, Side.ASK, levels + 1, 3));
        return commands;
    }

    private static List<FrameStat> dataFrames(final Path folder) {
        final List<FrameStat> frames = new ArrayList<>();
        JournalReader.open(folder).frames(1, Long.MAX_VALUE, frame -> {
            if (frame.type() == FrameType.DATA) {
                frames.add(frame);
            }
        });
        return frames;
    }

    static Path segment(final Path folder, final FrameStat frame) {
        return folder.resolve("journal").resolve(frame.file());
    }

    private static List<Path> segments(final Path folder) throws IOException {
        return children(folder.resolve("journal")).stream()
                .filter(file -> file.toString().endsWith(".jnl"))
                .toList();
    }

    private static List<Path> snapshots(final Path folder) throws IOException {
        return children(folder.resolve("snapshots"));
    }

    private static List<Path> children(final Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    static void zero(final Path file, final long from, final long to) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(from);
            bytes.write(new byte[(int) (to - from)]);
        }
    }

    private static void flip(final Path file, final long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(at);
            final int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ 4);
        }
    }

    static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    static void zip(final Path folder, final Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            for (final Path path : files.sorted().skip(1).toList()) {
                final String name = folder.relativize(path).toString();
                final ZipEntry entry = new ZipEntry(Files.isDirectory(path) ? name + "/" : name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                if (Files.isRegularFile(path)) {
                    Files.copy(path, zip);
                }
                zip.closeEntry();
            }
        }
    }
}
