package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway in a process of its own is killed with SIGKILL again and again, while members trade through it: at random,
 * while it starts, while it ends, right after an answer. Each member's ledger, built from its stream alone, is what the
 * journal and its report say; no request is answered twice and none is without fate.
 */
@Proves(value = "the same with processes, sockets and a client in Python", normal = "30 kills", large = "1,000 kills")
@Tag("whole")
class GatewayKillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.gatewayKills", LONG ? 1_000 : 30);
    private static final int MAX_MILLIS = 250;
    private static final int MAX_MILLIS_AT_START = 1_500;
    private static final int MAX_MILLIS_AT_END = 60;
    private static final int MAX_ANSWERS = 400;
    private static final int TIME_OUT_MS = 60_000;
    private static final int MIN_ANSWERS = 100;

    /** Of so few, none need come between a request and its fate. */
    private static final int FEW_KILLS = 2;

    /** How often each session had logged in before the venue was killed last. */
    private final Map<Integer, Long> welcomesAtKill = new TreeMap<>();

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldKeepItsWordWhereSnapshotsAreTaken() throws Exception {
        keepItsWord(KILLS - KILLS / 3, "snapshotEveryCommands = 3000\nsnapshotRetainAll = true", false);
    }

    @Test
    void shouldKeepItsWordWhereTheEndOfTheOutboxIsLost() throws Exception {
        keepItsWord(KILLS / 3, "snapshotEveryMinutes = 0", true);
    }

    private void keepItsWord(final int kills, final String exchange, final boolean losesTails) throws Exception {
        final VenueProcess venue = new VenueProcess(folder, seed);
        venue.configure(
                exchange,
                "",
                session(
                        17,
                        301,
                        "\"cancelOnDisconnect\":\"none\",\"limits\":{\"perSecond\":1000000,\"burst\":1000000}"),
                session(
                        18,
                        302,
                        "\"cancelOnDisconnect\":\"disconnect\",\"graceMs\":20,"
                                + "\"limits\":{\"perSecond\":3000,\"burst\":3000}"),
                session(19, 303, "\"cancelOnDisconnect\":\"disconnect\",\"graceMs\":0"));
        venue.endow();
        final boolean withPython = PythonMember.isPossible();
        final Map<Integer, TradingMember> members = new TreeMap<>();
        members.put(17, new TradingMember(301, random.nextLong()));
        members.put(18, new TradingMember(302, random.nextLong()));
        final Map<Integer, MemberLedger> ledgers = new TreeMap<>();
        try (PythonMember python = new PythonMember(venue, folder, 19, 303)) {
            venue.start();
            if (withPython) {
                python.start(seed);
            }
            for (final Map.Entry<Integer, TradingMember> member : members.entrySet()) {
                member.getValue().connect(venue.client(member.getKey()));
            }
            for (final TradingMember member : members.values()) {
                assertTrue(
                        member.await(() -> member.answered() >= MIN_ANSWERS / 2, TIME_OUT_MS),
                        () -> story(venue, member));
            }
            for (int kill = 0; kill < kills; kill++) {
                killSomewhere(venue, members, kill);
                requireNoBreach(members);
                if (withPython && random.nextInt(3) == 0) {
                    python.kill();
                    python.start(seed + kill);
                }
                if (losesTails) {
                    loseTails(venue.data().resolve("gateway"));
                }
                venue.start();
            }
            settle(members);
            if (withPython) {
                ledgers.put(19, python.finish());
            }
            // A logout is answered after everything before it, so what the others' last requests did has come too.
            members.values().forEach(TradingMember::close);
            venue.stop();
        } finally {
            members.values().forEach(TradingMember::close);
            venue.kill();
        }
        requireNoBreach(members);
        final long handedBack =
                members.values().stream().mapToLong(TradingMember::handedBack).sum();
        assertTrue(
                kills <= FEW_KILLS || handedBack > 0,
                () -> "no kill came between a request and its fate, seed=" + seed);
        members.forEach((session, member) -> ledgers.put(session, member.ledger()));
        MemberLedgers.requireTold(venue.data(), ledgers, seed);
    }

    private static String session(final int number, final long uid, final String more) {
        return "\"session\":" + number + ",\"protocol\":\"tcp\",\"accounts\":{\"U\":" + uid + "},\"may\":[\"trade\"],"
                + more;
    }

    private void killSomewhere(final VenueProcess venue, final Map<Integer, TradingMember> members, final int kill)
            throws Exception {
        final int session = random.nextBoolean() ? 17 : 18;
        final TradingMember one = members.get(session);
        assertNotNull(one);
        final long welcomes = welcomesAtKill.getOrDefault(session, 0L);
        if (kill > 0) {
            assertTrue(
                    one.await(() -> one.welcomes() > welcomes || one.isQuiet(), TIME_OUT_MS), () -> story(venue, one));
        }
        switch (kill % 4) {
            case 0 -> venue.ends(1 + random.nextInt(MAX_MILLIS));
            case 1 -> {
                final long answers = one.answered() + 1 + random.nextInt(MAX_ANSWERS);
                assertTrue(one.await(() -> one.answered() >= answers, TIME_OUT_MS), () -> story(venue, one));
            }
            case 2 -> {
                venue.ends(random.nextInt(MAX_MILLIS));
                venue.kill();
                venue.spawn();
                venue.ends(random.nextInt(MAX_MILLIS_AT_START));
            }
            default -> {
                venue.ends(1 + random.nextInt(MAX_MILLIS));
                venue.terminate();
                venue.ends(random.nextInt(MAX_MILLIS_AT_END));
            }
        }
        venue.kill();
        members.forEach((number, member) -> welcomesAtKill.put(number, member.welcomes()));
    }

    /** What a loss of power may take: bytes at the end of outboxes, which nobody forced. */
    private void loseTails(final Path outboxes) throws IOException {
        if (Files.notExists(outboxes)) {
            return;
        }
        try (Stream<Path> files = Files.walk(outboxes)) {
            for (final Path file : files.filter(Files::isRegularFile)
                    .filter(path -> !path.getParent().equals(outboxes))
                    .filter(path -> path.getFileName().toString().startsWith("0"))
                    .toList()) {
                try (RandomAccessFile outbox = new RandomAccessFile(file.toFile(), "rw")) {
                    final long lost = random.nextBoolean() ? 0 : random.nextLong(1 + outbox.length() / 4);
                    outbox.setLength(outbox.length() - lost);
                }
            }
        }
    }

    private void settle(final Map<Integer, TradingMember> members) throws InterruptedException {
        members.values().forEach(TradingMember::stopSending);
        for (final TradingMember member : members.values()) {
            assertTrue(
                    member.await(member::isQuiet, TIME_OUT_MS),
                    () -> "open: " + member.openRequests() + " " + member.failure() + " seed=" + seed);
        }
    }

    private String story(final VenueProcess venue, final TradingMember member) {
        return member.failure() + " seed=" + seed + "\n" + venue.log();
    }

    private void requireNoBreach(final Map<Integer, TradingMember> members) {
        for (final TradingMember member : members.values()) {
            assertNull(member.failure(), () -> "seed=" + seed);
        }
    }
}
