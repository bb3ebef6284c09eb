package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.SegmentStat;
import io.daybook.journal.SnapshotStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.access.JournalTruncation;
import io.daybook.kernel.command.CommandSlot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything about a journal folder that must never change, as names and values. The version that made a golden folder
 * recorded these facts, and every later version must find the same ones. Therefore this class reads only fields that
 * version 1 had, and compares no texts of messages.
 */
final class FolderFacts {
    private static final int NEW_SYMBOL = 900_001;
    private static final int NEW_BASE = 900_011;
    private static final int NEW_QUOTE = 900_012;
    private static final long SELLER = 900_000_001L;
    private static final long BUYER = 900_000_002L;
    private static final int DIGEST_BYTES = 8;

    private FolderFacts() {}

    /** The facts that can be read without the lock and without a change of the folder. */
    static SortedMap<String, String> read(final Path folder) {
        final SortedMap<String, String> facts = new TreeMap<>();
        final JournalReader reader = JournalReader.open(folder);
        final List<SnapshotStat> snapshots = reader.snapshots();
        final JournalStat stat = reader.stat(snapshots);
        facts.put("read.settings", stat.settings());
        facts.put(
                "read.segments",
                stat.segments().stream().map(FolderFacts::segment).collect(Collectors.joining("; ")));
        facts.put(
                "read.snapshots", snapshots.stream().map(FolderFacts::snapshot).collect(Collectors.joining("; ")));
        facts.put(
                "read.problem",
                stat.problems().isEmpty() ? "" : refusal(stat.problems().get(0)));
        if (stat.problems().isEmpty()) {
            facts.put("read.blocks", blocks(reader, stat));
            facts.put("read.types", types(reader, stat));
            results(folder, firstToTell(stat, snapshots), facts);
            final RecoveredState state = RecoveredState.readOnly(new FileJournalStorage(), folder);
            facts.put("read.hash", hex(state.engine().stateHash()));
            facts.put("read.time", String.valueOf(state.engine().timeNs()));
        }
        return facts;
    }

    private static String segment(final SegmentStat segment) {
        return segment.number() + ": " + segment.firstSeq() + "-" + segment.lastSeq() + " in " + segment.dataFrames()
                + " frames, lz4 " + segment.lz4Frames() + ", marks " + segment.syncMarks() + ", snapshots "
                + segment.snapMarks() + ", " + segment.usedBytes() + " of " + segment.sizeBytes() + " bytes, "
                + (segment.sealed() ? "sealed" : segment.verdict().toString());
    }

    private static String snapshot(final SnapshotStat snapshot) {
        return snapshot.seq() + " " + (snapshot.problem() == null ? hex(snapshot.stateHash()) : "damaged");
    }

    private static String refusal(final JournalException problem) {
        return problem.reason() + " in "
                + Path.of(String.valueOf(problem.file())).getFileName() + " at " + problem.offset() + " after seq "
                + problem.lastGoodSeq();
    }

    /** The seq of the first command whose result can still be computed. */
    private static long firstToTell(final JournalStat stat, final List<SnapshotStat> snapshots) {
        if (stat.firstSeq() == 1) {
            return 1;
        }
        return snapshots.stream()
                        .filter(snapshot -> snapshot.problem() == null)
                        .mapToLong(SnapshotStat::seq)
                        .min()
                        .orElseThrow()
                + 1;
    }

    /**
     * Returns the number, the size and a hash of the encoded blocks. Requires that each block has the same bytes when
     * it is encoded again.
     */
    private static String blocks(final JournalReader reader, final JournalStat stat) {
        final MessageDigest digest = sha256();
        final CommandBlockDecoder decoder = new CommandBlockDecoder();
        final CommandBlockEncoder encoder = new CommandBlockEncoder(1 << 20);
        final CommandSlot slot = new CommandSlot();
        final long[] counts = new long[2];
        final ReplayConsumer consumer =
                (firstSeq, count, timestampNs, codecVersion, semanticsVersion, block, offset, length) -> {
                    digest.update(ByteBuffer.allocate(20)
                            .putLong(firstSeq)
                            .putInt(count)
                            .putLong(timestampNs)
                            .flip());
                    digest.update(block, offset, length);
                    encoder.reset();
                    decoder.wrap(block, offset, length, firstSeq, timestampNs, codecVersion);
                    while (decoder.next(slot)) {
                        encoder.append(slot, slot.timestampNs());
                    }
                    assertArrayEquals(
                            Arrays.copyOfRange(block, offset, offset + length),
                            Arrays.copyOf(encoder.buffer(), encoder.length()),
                            () -> "the block of seq " + firstSeq + " must be encoded again in the same bytes");
                    counts[0]++;
                    counts[1] += length;
                };
        reader.replay(stat, stat.firstSeq(), consumer);
        return counts[0] + " of " + counts[1] + " bytes " + hex(digest);
    }

    private static String types(final JournalReader reader, final JournalStat stat) {
        final SortedMap<CommandType, Long> counts = new TreeMap<>();
        final CommandBlockDecoder decoder = new CommandBlockDecoder();
        final CommandSlot slot = new CommandSlot();
        final ReplayConsumer consumer =
                (firstSeq, count, timestampNs, codecVersion, semanticsVersion, block, offset, length) -> {
                    decoder.wrap(block, offset, length, firstSeq, timestampNs, codecVersion);
                    while (decoder.next(slot)) {
                        counts.merge(CommandType.of(slot.type()), 1L, Long::sum);
                    }
                };
        reader.replay(stat, stat.firstSeq(), consumer);
        final StringJoiner types = new StringJoiner(" ");
        counts.forEach((type, count) -> types.add(type + "=" + count));
        return types.toString();
    }

    private static void results(final Path folder, final long fromSeq, final SortedMap<String, String> facts) {
        final Results results = new Results();
        final long lastSeq = Replay.from(folder, fromSeq, results);
        facts.put("read.seqs", fromSeq + "-" + lastSeq);
        facts.put("read.results", results.toString());
    }

    /**
     * The facts that an owner of the folder finds. Recovers the folder (if that is refused, cuts the journal after the
     * last good seq first), sends fixed commands, closes the folder, and opens it again.
     */
    static SortedMap<String, String> own(final Path folder) throws IOException {
        final SortedMap<String, String> facts = new TreeMap<>();
        final ExchangeConfig config = JournalSettings.parse(
                        JournalReader.open(folder).settings())
                .config()
                .topology(Topology.INLINE)
                .journal(folder)
                .build();
        final List<String> tails = tails(folder);
        facts.put("own.refusal", giveUpWhatIsRefused(config, folder));
        final Results results = new Results();
        final String hash;
        try (Exchange exchange = DaybookExchange.start(config, results)) {
            final List<String> removed = tails(folder);
            removed.removeAll(tails);
            facts.put("own.removed", String.join("; ", removed));
            facts.put("own.snapshot", String.valueOf(exchange.recovery().snapshotSeq()));
            facts.put("own.seq", String.valueOf(exchange.recovery().lastSeq()));
            facts.put("own.hash", hashOf(exchange));
            continuation().forEach(command -> exchange.submit(command, -1, 0).join());
            hash = hashOf(exchange);
            facts.put("own.after.seq", String.valueOf(exchange.metrics().deliveredSeq()));
            facts.put("own.after.hash", hash);
            facts.put("own.after.results", results.toString());
        }
        try (Exchange exchange = DaybookExchange.start(config)) {
            assertEquals(hash, hashOf(exchange), "the folder must have the same state when it is opened again");
        }
        return facts;
    }

    private static String giveUpWhatIsRefused(final ExchangeConfig config, final Path folder) {
        try {
            DaybookExchange.start(config).close();
            return "";
        } catch (JournalException e) {
            JournalTruncation.truncate(folder, e.lastGoodSeq() + 1, true);
            return refusal(e);
        }
    }

    private static String hashOf(final Exchange exchange) {
        final AuditReport audit = exchange.query(new AuditQuery()).join();
        assertTrue(audit.isBalanced(), () -> audit.violations().toString());
        return exchange.query(new StateHashQuery()).join().hex();
    }

    /** The tails that were cut off segments: for each, the segment and the number of bytes. */
    private static List<String> tails(final Path folder) throws IOException {
        final List<String> tails = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            for (final Path file : files.sorted().toList()) {
                final String name = file.getFileName().toString();
                final int tail = name.indexOf(".tail-");
                if (tail > 0) {
                    tails.add(name.substring(0, tail) + " " + Files.size(file) + " bytes");
                }
            }
        }
        return tails;
    }

    /** Commands that have the same meaning in every version, with ids that no golden folder has. */
    private static List<Command> continuation() {
        return List.of(
                new Nop(),
                new AddSymbol(SymbolSpec.exchangePair(NEW_SYMBOL, NEW_BASE, NEW_QUOTE)
                        .lotSize(10)
                        .tickValue(2)
                        .feesPerLot(3, 1)
                        .build()),
                new AddUser(SELLER),
                new AddUser(BUYER),
                new AdjustBalance(SELLER, NEW_BASE, 1_000, 1),
                new AdjustBalance(BUYER, NEW_QUOTE, 100_000, 1),
                PlaceOrder.gtc(SELLER, NEW_SYMBOL, 1, Side.ASK, 100, 20),
                PlaceOrder.gtc(SELLER, NEW_SYMBOL, 2, Side.ASK, 101, 20),
                PlaceOrder.gtc(BUYER, NEW_SYMBOL, 3, Side.BID, 100, 25).withReservePrice(110),
                PlaceOrder.ioc(BUYER, NEW_SYMBOL, 4, Side.BID, 101, 2),
                new PersistSnapshot(),
                PlaceOrder.gtc(BUYER, NEW_SYMBOL, 5, Side.BID, 90, 7).withType(OrderType.POST_ONLY),
                new MoveOrder(BUYER, NEW_SYMBOL, 3, 101),
                new ReduceOrder(SELLER, NEW_SYMBOL, 2, 4),
                new SuspendUser(BUYER),
                PlaceOrder.gtc(BUYER, NEW_SYMBOL, 6, Side.BID, 90, 7),
                new CancelOrder(BUYER, NEW_SYMBOL, 5),
                new ResumeUser(BUYER),
                new AdjustBalance(SELLER, NEW_QUOTE, -500, 2),
                new AdjustBalance(SELLER, NEW_QUOTE, -500, 2));
    }

    private static String hex(final long value) {
        return String.format("%016x", value);
    }

    private static String hex(final MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A digest of the fields that results had in version 1; fields of later versions must not be added. */
    private static final class Results implements ExchangeListener {
        private static final int FIELDS = 18;

        private final MessageDigest digest = sha256();
        private final ByteBuffer buffer = ByteBuffer.allocate(FIELDS * Long.BYTES);
        private long results;
        private long trades;
        private long events;

        @Override
        public void onResult(final ResultView result) {
            results++;
            add(
                    result.seq(),
                    result.timestampNs(),
                    result.typeCode(),
                    result.resultCode(),
                    result.cookie(),
                    result.uid(),
                    result.symbol(),
                    result.orderId(),
                    result.sideCode(),
                    result.orderTypeCode(),
                    result.price(),
                    result.reservePrice(),
                    result.size(),
                    result.remaining(),
                    result.currency(),
                    result.amount(),
                    result.transactionId(),
                    result.eventCount());
            for (int i = 0; i < result.eventCount(); i++) {
                final EventView event = result.event(i);
                events++;
                trades += event.tradeId() > 0 ? 1 : 0;
                add(
                        event.kindCode(),
                        event.tradeId(),
                        event.takerOrderId(),
                        event.takerUid(),
                        event.takerSideCode(),
                        event.makerOrderId(),
                        event.makerUid(),
                        event.price(),
                        event.size(),
                        event.makerRemaining(),
                        event.takerRemaining(),
                        event.takerFee(),
                        event.makerFee());
            }
        }

        private void add(final long... fields) {
            buffer.clear();
            for (final long field : fields) {
                buffer.putLong(field);
            }
            digest.update(buffer.flip());
        }

        @Override
        public void onListenerError(final RuntimeException error) {
            throw error;
        }

        @Override
        public String toString() {
            return results + " with " + events + " events, " + trades + " trades " + hex(digest);
        }
    }
}
