package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderBookType;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.venue.FollowedServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a venue with all its doors with SIGKILL again and again: while it starts, trades, carries out a cascade of
 * stops, and ends. After a third of the kills, files are deleted or cut as by a power failure: outboxes, numbers and
 * the end of the feed. Two members trade over TCP, two over FIX, one over HTTP, and one in the process itself. The
 * messages to each member agree with the journal: each request has one outcome, and each trade is reported once. The
 * feed is one stream. Two followers in the process receive each result once. So does a follower of the journal outside
 * the process, which receives no result that the restarted venue lacks. At the end, each topology and each kind of book
 * replays the whole journal to the restored state.
 */
@Tag("whole")
@Proves(
        value = "a venue that is killed at any moment keeps its word at every door, in the feed and to its followers",
        normal = "4 kills, one of them without its files",
        large = "120 kills")
class VenueKillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.kills", LONG ? 120 : 4);
    /** The number of moments at which the venue is killed: amid a cascade, while it trades, starts, or ends. */
    private static final int MOMENTS = 4;

    private static final int LAST_MOMENT = MOMENTS - 1;
    private static final int MAX_MILLIS = 250;
    private static final int MAX_MILLIS_AT_START = 1_500;
    private static final int MAX_MILLIS_AT_END = 60;
    private static final int MAX_ANSWERS = 200;
    private static final int TIME_OUT_MS = 60_000;

    /** Sessions 17 to 20 trade for the first four users, and HTTP for the next. */
    static final long FIRST_UID = 301;

    private static final long HTTP_UID = FIRST_UID + 4;
    private static final long NEAR = 5_710_050;
    private static final String NO_LIMIT = "\"limits\":{\"perSecond\":1000000,\"burst\":1000000}";

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<TradingMember> members = List.of(
            new TradingMember(303, random.nextLong(), NEAR, true),
            new TradingMember(304, random.nextLong(), NEAR, true));
    private final List<FixMember> fixMembers = new ArrayList<>();
    private final HttpMember httpMember = new HttpMember(random.nextLong());
    private VenueProcess venue;

    @AfterEach
    void end() throws InterruptedException {
        httpMember.close();
        members.forEach(TradingMember::close);
        fixMembers.forEach(FixMember::close);
        venue.kill();
    }

    @Test
    void shouldKeepItsWordWhereSnapshotsAreTaken() throws Exception {
        keepItsWord(0, KILLS - KILLS / 3, "snapshotEveryCommands = 3000\nsnapshotRetainAll = true", false);
    }

    /**
     * A session that has lost its files does not get messages from before the newest snapshot again, so this venue
     * takes no snapshot.
     */
    @Test
    void shouldKeepItsWordWhereFilesAreLost() throws Exception {
        keepItsWord(LAST_MOMENT, KILLS / 3, "snapshotEveryMinutes = 0", true);
    }

    private void keepItsWord(final int firstMoment, final int kills, final String exchange, final boolean losesFiles)
            throws Exception {
        venue = new VenueProcess(folder, seed);
        final int fixPort = venue.withFix();
        venue.withHttp();
        final Path store = folder.resolve("slow");
        venue.runBy(FollowedServer.class, store);
        venue.configure(
                exchange,
                "[feed]\nlevels = true\nkeptMinutes = 60\nkeptBytes = 1073741824\n",
                fix(17, 301),
                fix(18, 302),
                tcp(19, 303, "none", NO_LIMIT),
                tcp(20, 304, "disconnect", "\"graceMs\":20,\"limits\":{\"perSecond\":3000,\"burst\":3000}"));
        venue.start();
        final JournalWatch watch = new JournalWatch(venue.data());
        final FeedOfLives feed = new FeedOfLives(venue.data());
        begin(fixPort);
        for (int kill = 0; kill < kills; kill++) {
            killSomewhere(firstMoment + kill);
            final long told = watch.seq();
            feed.read();
            if (losesFiles) {
                loseFiles(venue.data().resolve("gateway"));
                feed.cut(random);
            }
            venue.start();
            assertTrue(told <= venue.restoredSeq(), () -> "received " + told + ", restored to " + venue.restoredSeq());
            httpMember.goOn(venue.url());
        }
        settle();
        httpMember.requireTold(seed);
        members.forEach(TradingMember::close); // a logout is answered after everything before it
        venue.stop();
        requireNoBreach();
        MemberLedgers.requireTold(
                venue.data(),
                Map.of(19, members.get(0).ledger(), 20, members.get(1).ledger()),
                seed);
        FixLedgers.compare(venue.data(), Map.of(17, fixMembers.get(0), 18, fixMembers.get(1)), seed);
        final StateHashReport state = requireFollowed(store, watch);
        feed.read();
        feed.requireReplayed(state.seq());
        requireTheSameEverywhere(state);
        System.out.println("kill -9: " + kills + " venues killed, " + state.seq()
                + " commands, " + fixMembers.get(0).fills().size() + " trades reported to one member over FIX, seed "
                + seed);
    }

    private static String fix(final int number, final long uid) {
        return "\"session\":" + number + ",\"protocol\":\"fix\",\"compId\":\"C" + number
                + "\",\"venue\":\"DAYBOOK\",\"accounts\":{\"U\":" + uid
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"," + NO_LIMIT;
    }

    private static String tcp(final int number, final long uid, final String cancels, final String more) {
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + uid
                + "},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"" + cancels + "\"," + more;
    }

    private void begin(final int fixPort) throws Exception {
        for (int session = 17; session <= 18; session++) {
            fixMembers.add(new FixMember(fixPort, session, venue.secret(), random.nextLong()));
        }
        for (final FixMember member : fixMembers) {
            member.start();
        }
        members.get(0).connect(venue.client(19));
        members.get(1).connect(venue.client(20));
        httpMember.start(
                venue.url(),
                Files.readString(venue.data().resolve("server/admin-token")).strip(),
                HTTP_UID);
    }

    /** Kills the venue at a moment, once all TCP members and one FIX member have received answers since its start. */
    private void killSomewhere(final int moment) throws Exception {
        for (final TradingMember member : members) {
            final long answers = member.answered() + 1 + random.nextInt(MAX_ANSWERS);
            await(member, () -> member.answered() >= answers);
        }
        final FixMember one = fixMembers.get(random.nextInt(fixMembers.size()));
        final int answers = one.answered() + 1 + random.nextInt(MAX_ANSWERS);
        await(one, () -> one.answered() >= answers);
        requireNoBreach();
        switch (moment % MOMENTS) {
            case 0 -> assertEquals("backlog", venue.ask("cascade"), venue::log);
            case 1 -> venue.ends(random.nextInt(MAX_MILLIS));
            case 2 -> {
                venue.kill();
                venue.spawn();
                venue.ends(random.nextInt(MAX_MILLIS_AT_START));
            }
            default -> {
                venue.terminate();
                venue.ends(random.nextInt(MAX_MILLIS_AT_END));
            }
        }
        venue.kill();
    }

    /**
     * Deletes some files of FIX sessions, and cuts bytes from the end of some TCP outboxes, because these were not
     * forced.
     */
    private void loseFiles(final Path outboxes) throws IOException {
        try (Stream<Path> files = Files.walk(outboxes)) {
            for (final Path file : files.filter(Files::isRegularFile)
                    .filter(path -> !path.getParent().equals(outboxes))
                    .toList()) {
                final String session = outboxes.relativize(file).getName(0).toString();
                final boolean isFix = session.endsWith("17") || session.endsWith("18");
                if (isFix && random.nextInt(3) == 0) {
                    Files.delete(file);
                } else if (!isFix && file.toString().endsWith(".out") && random.nextBoolean()) {
                    try (RandomAccessFile outbox = new RandomAccessFile(file.toFile(), "rw")) {
                        outbox.setLength(outbox.length() - random.nextLong(1 + outbox.length() / 4));
                    }
                }
            }
        }
    }

    /**
     * Waits for the outcome of every request. The last order of each FIX member is answered after all trades of its
     * earlier orders.
     */
    private void settle() throws Exception {
        httpMember.stop();
        members.forEach(TradingMember::stopSending);
        fixMembers.forEach(FixMember::stopSending);
        for (final TradingMember member : members) {
            await(member, member::isQuiet);
        }
        final LocalDateTime tomorrow = LocalDateTime.now(ZoneOffset.UTC).plusDays(1);
        for (final FixMember member : fixMembers) {
            await(member, member::isQuiet);
        }
        for (final FixMember member : fixMembers) {
            await(member, () -> member.bidUntil("last", "0.01", "0.00010", tomorrow));
        }
        for (final FixMember member : fixMembers) {
            await(member, () -> member.isQuiet() && "0".equals(member.execType("last")));
        }
    }

    private void await(final TradingMember member, final BooleanSupplier condition) throws InterruptedException {
        assertTrue(member.await(condition, TIME_OUT_MS), () -> member.failure() + " seed=" + seed + "\n" + venue.log());
    }

    private void await(final FixMember member, final BooleanSupplier condition) throws InterruptedException {
        assertTrue(
                member.await(condition, TIME_OUT_MS),
                () -> member.failure() + " open=" + member.open() + " seed=" + seed + "\n" + venue.log() + "\n"
                        + member.lastWords());
    }

    private void requireNoBreach() {
        members.forEach(member -> assertNull(member.failure(), () -> "seed=" + seed));
        fixMembers.forEach(member -> assertNull(member.failure(), () -> "seed=" + seed));
        assertNull(httpMember.failure(), () -> "seed=" + seed);
    }

    /**
     * Requires that each follower received each result once, with the bytes of a replay; returns the state at the end.
     */
    private StateHashReport requireFollowed(final Path store, final JournalWatch watch) throws Exception {
        final PlainFollowers.Summing fast = new PlainFollowers.Summing("fast");
        final StateHashReport state;
        try (Exchange exchange = DaybookExchange.builder()
                .journal(venue.data())
                .attach(fast, OnFailure.HALT)
                .attach(new PlainFollowers.Filing("slow", store), OnFailure.HALT)
                .start()) {
            state = exchange.query(new StateHashQuery()).join();
        }
        final List<Integer> replayed = watch.finish(state.seq());
        long sum = 0;
        final ByteBuffer stored = ByteBuffer.wrap(Files.readAllBytes(store));
        assertEquals(replayed.size() * PlainFollowers.Filing.RECORD_LENGTH, stored.remaining(), () -> "seed=" + seed);
        for (int i = 0; i < replayed.size(); i++) {
            sum = PlainFollowers.sum(sum, i + 1, replayed.get(i));
            assertEquals(i + 1, stored.getLong(), () -> "seed=" + seed);
            assertEquals(replayed.get(i), stored.getInt(), "seq " + (i + 1) + ", seed=" + seed);
        }
        assertEquals(sum, fast.sum(), () -> "seed=" + seed);
        return state;
    }

    private void requireTheSameEverywhere(final StateHashReport state) throws Exception {
        final List<HashesOfJournal.Kind> kinds = List.of(
                new HashesOfJournal.Kind("inline", OrderBookType.AVL),
                new HashesOfJournal.Kind("fused", OrderBookType.LADDER),
                new HashesOfJournal.Kind("2", OrderBookType.RADIX));
        for (final List<String> hashes :
                HashesOfJournal.run(InstalledJava.own(), folder, venue.data(), Integer.MAX_VALUE, kinds)) {
            assertEquals(state.seq() + " " + state.hex(), hashes.get(0), () -> "seed=" + seed);
        }
    }
}
