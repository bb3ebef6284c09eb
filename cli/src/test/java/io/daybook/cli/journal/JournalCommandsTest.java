package io.daybook.cli.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.api.Topology;
import io.daybook.cli.CommandRun;
import io.daybook.core.DaybookExchange;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.access.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("the journal commands verify, cut, keep and dump folders")
@Tag("whole")
class JournalCommandsTest {
    private static final int SEGMENT_HEADER = 4096;
    private static final String SCENARIO = """
        {"cmd":"add_symbol","symbol":1,"type":"EXCHANGE_PAIR","base":10,"quote":20,"lotSize":1,"tickValue":1}
        {"cmd":"add_accounts","accounts":{"1":{"20":1000},"2":{"10":1000}},"cookie":77}
        {"cmd":"place","uid":1,"symbol":1,"orderId":1,"side":"BID","type":"GTC","price":9,"size":5,"timestamp":1234}
        {"cmd":"reset"}
        {"cmd":"place","uid":2,"symbol":1,"orderId":2,"side":"ASK","type":"GTC","price":9,"size":3}
        {"cmd":"place","uid":9,"symbol":1,"orderId":3,"side":"ASK","type":"FOK","price":9,"size":3}
        {"cmd":"state_hash"}
        """;

    @TempDir
    private Path folder;

    private static String hash(final String line) {
        final Matcher matcher = Pattern.compile("[0-9a-f]{16}").matcher(line);
        assertTrue(matcher.find(), line);
        return matcher.group();
    }

    private String journaled(final String scenario, final String... more) {
        final String[] arguments = new String[3 + more.length];
        System.arraycopy(new String[] {"exec", "--journal", folder.toString()}, 0, arguments, 0, 3);
        System.arraycopy(more, 0, arguments, 3, more.length);
        final CommandRun run = CommandRun.withInput(scenario, arguments);
        assertEquals(0, run.status(), run.err());
        return run.lastLine();
    }

    @Test
    void shouldRestoreTheSameState() {
        final String hash = hash(journaled(SCENARIO));
        final CommandRun run = CommandRun.of("restore", folder.toString());
        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.lines();
        assertEquals("seq: 6", lines.get(0));
        assertEquals("recovered from: the start of the journal, 6 commands replayed from 1 segment", lines.get(1));
        assertEquals("truncated tail: none", lines.get(2));
        assertTrue(lines.get(3).matches("time: \\d+\\.\\d{3} s"), lines.get(3));
        assertEquals("state hash: " + hash, lines.get(4));
    }

    /** A follower that keeps nothing. */
    private static final class Idle implements Follower {
        @Override
        public String name() {
            return "feed";
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {}
    }

    @Test
    void shouldListFollowersAndForgetThem() {
        journaled(SCENARIO);
        final CommandRun none = CommandRun.of("journal", "followers", folder.toString());
        assertEquals(List.of("no followers"), none.lines());
        DaybookExchange.builder()
                .topology(Topology.INLINE)
                .journal(folder)
                .attach(new Idle(), OnFailure.HALT)
                .start()
                .close();
        final CommandRun one = CommandRun.of("journal", "followers", folder.toString());
        assertEquals(
                List.of("feed: receives results from seq 7 on, in no snapshot, needs seq 7 and the following ones"),
                one.lines());
        final CommandRun other = CommandRun.of("journal", "followers", folder.toString(), "--forget", "food");
        assertEquals(2, other.status());
        assertTrue(other.err().contains("the folder has no follower food"), other.err());
        final CommandRun forgotten = CommandRun.of("journal", "followers", folder.toString(), "--forget", "feed");
        assertEquals(0, forgotten.status(), forgotten.err());
        assertTrue(forgotten.lines().get(0).startsWith("follower feed was removed"), forgotten.lines()::toString);
        assertEquals(
                List.of("no followers"),
                CommandRun.of("journal", "followers", folder.toString()).lines());
    }

    @Test
    void shouldStartFromTheSnapshotThatExecTookAndSayWhenItIsBad() throws IOException {
        final String hash = hash(journaled(SCENARIO + "{\"cmd\":\"snapshot\"}\n{\"cmd\":\"state_hash\"}\n"));
        final CommandRun restore = CommandRun.of("restore", folder.toString());
        assertEquals(
                "recovered from: the snapshot at seq 7, 0 commands replayed from 1 segment",
                restore.lines().get(1));
        assertEquals("state hash: " + hash, restore.lastLine());

        final CommandRun list = CommandRun.of("snapshot", "list", folder.toString());
        assertEquals(2, list.lines().size());
        assertTrue(list.lastLine().matches(" +7 .* " + hash + "  sound"), list.lastLine());
        final CommandRun verify = CommandRun.of("snapshot", "verify", folder.toString());
        assertEquals(0, verify.status(), verify.err());
        assertTrue(
                verify.lastLine().endsWith("state hash " + hash + ", and its restored state has the same hash"),
                verify.lastLine());

        final CommandRun audit = CommandRun.of("audit", folder.toString());
        assertEquals(0, audit.status(), audit.err());
        assertTrue(audit.lines().contains("balanced"), audit.out());
        assertTrue(audit.lines().contains("checked: 2 users, 1 live orders"), audit.out());
        assertEquals("state hash: " + hash, audit.lastLine());

        final Path part = folder.resolve("snapshots/00000000000000000007/risk");
        final byte[] bytes = Files.readAllBytes(part);
        bytes[70] ^= 1;
        Files.write(part, bytes);
        final CommandRun bad = CommandRun.of("snapshot", "verify", folder.toString());
        assertEquals(3, bad.status());
        assertTrue(bad.err().contains("snapshot 7: CORRUPT"), bad.err());
        final CommandRun without =
                CommandRun.withInput("{\"cmd\":\"state_hash\"}", "exec", "--journal", folder.toString());
        assertEquals(hash, hash(without.lastLine()));
        assertTrue(without.err().contains("note: snapshot 7 is passed over"), without.err());
    }

    @Test
    void shouldDumpWhatExecutesToTheSameState() {
        final String hash = hash(journaled(SCENARIO));
        final CommandRun dump = CommandRun.of("journal", "dump", folder.toString());
        assertEquals(0, dump.status(), dump.err());
        final List<String> lines = dump.lines();
        assertEquals(7, lines.size());
        assertTrue(
                lines.get(1).matches("\\{\"cmd\":\"add_accounts\",.*\"cookie\":77,\"seq\":2,\"timestamp\":\\d{19}}"),
                lines.get(1));
        assertTrue(lines.get(3).startsWith("# seq 4 was a reset"), lines.get(3));
        assertTrue(lines.get(4).startsWith("{\"cmd\":\"nop\",\"seq\":4,"), lines.get(4));
        final CommandRun again = CommandRun.withInput(dump.out() + "{\"cmd\":\"state_hash\"}", "exec");
        assertEquals(hash, hash(again.lastLine()));
    }

    @Test
    void shouldSayWhereADumpWasCarriedOutByOlderSemantics() throws IOException {
        journaled(SCENARIO);
        final Path segment = folder.resolve("journal/00000000000000000001.jnl");
        final ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(segment)).order(ByteOrder.LITTLE_ENDIAN);
        final int semanticsVersionOffset = 80;
        final int crcOffset = 4092;
        final int now = header.getInt(semanticsVersionOffset);
        header.putInt(semanticsVersionOffset, 1);
        final CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, crcOffset);
        header.putInt(crcOffset, (int) crc.getValue());
        Files.write(segment, header.array());
        final CommandRun dump = CommandRun.of("journal", "dump", folder.toString());
        final String note = "seqs up to 6 were carried out under older semantics, and exec carries all out under ";
        assertTrue(dump.lines().get(0).startsWith("# " + note + "semantics " + now), dump.out());
        assertTrue(dump.err().contains("daybook: note: " + note), dump.err());
        assertEquals(0, dump.status());
    }

    @Test
    void shouldDumpARange() {
        journaled(SCENARIO);
        final CommandRun dump = CommandRun.of("journal", "dump", folder.toString(), "--from", "2", "--to", "3");
        assertEquals(2, dump.lines().size());
        assertTrue(dump.lines().get(0).contains("\"seq\":2"), dump.out());
        assertTrue(dump.lines().get(1).contains("\"seq\":3"), dump.out());
        assertEquals(
                "",
                CommandRun.of("journal", "dump", folder.toString(), "--from", "7")
                        .out());
    }

    @Test
    void shouldRefuseToDumpAJournalWithoutItsBeginningUnlessAskedFromWhereItBegins() {
        final JournalOptions small = JournalOptions.builder()
                .maxBlockBytes(8192)
                .firstSegmentBytes(16_384)
                .maxSegmentBytes(16_384)
                .keepSnapshots(1)
                .build();
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .blockBytes(4096)
                .journal(folder)
                .build();
        try (Exchange exchange =
                new InlineExchange(config, RecoveredState.recover(config, new FileJournalStorage(), small))) {
            for (int uid = 1; uid <= 60; uid++) {
                exchange.submit(new AddUser(uid)).join();
            }
            exchange.snapshot().join();
            exchange.submit(new AddUser(61)).join();
        }
        final CommandRun refused = CommandRun.of("journal", "dump", folder.toString());
        assertEquals(3, refused.status());
        assertEquals("", refused.out());
        final Matcher first = Pattern.compile("GAP: the journal begins at seq (\\d+),.* Way out: '--from \\1'")
                .matcher(refused.err());
        assertTrue(first.find(), refused.err());

        final CommandRun rest = CommandRun.of("journal", "dump", folder.toString(), "--from", first.group(1));
        assertEquals(0, rest.status(), rest.err());
        assertTrue(rest.lines().get(0).startsWith("# seqs before " + first.group(1)), rest.out());
        assertTrue(rest.lastLine().startsWith("{\"cmd\":\"add_user\",\"uid\":61,\"seq\":62,"), rest.out());
        final String tooLow = String.valueOf(Long.parseLong(first.group(1)) - 1);
        assertEquals(
                3,
                CommandRun.of("journal", "dump", folder.toString(), "--from", tooLow)
                        .status());
    }

    @Test
    void shouldSayInADumpThatMarginTradingIsOff() {
        final String hash = hash(journaled(SCENARIO, "--no-margin"));
        final CommandRun dump = CommandRun.of("journal", "dump", folder.toString());
        assertTrue(dump.lines().get(0).contains("exec --no-margin"), dump.out());
        assertEquals(hash, hash(CommandRun.of("restore", folder.toString()).lastLine()));
    }

    @Test
    void shouldShowAndVerifyASoundJournal() {
        journaled(SCENARIO);
        final CommandRun stat = CommandRun.of("journal", "stat", folder.toString());
        assertEquals(0, stat.status(), stat.err());
        assertTrue(stat.out().contains("seqs: 1 to 6, 6 commands"), stat.out());
        assertTrue(stat.out().contains("00000000000000000001.jnl"), stat.out());
        final CommandRun verify = CommandRun.of("journal", "verify", folder.toString());
        assertEquals(0, verify.status(), verify.err());
        assertEquals("sound: 6 commands, seqs 1 to 6, in 1 segment", verify.lastLine());
    }

    @Test
    void shouldRefuseADamagedJournalAndSayTheWayOut() throws IOException {
        journaled(SCENARIO);
        final Path segment = folder.resolve("journal").resolve("00000000000000000001.jnl");
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer one = ByteBuffer.allocate(1);
            file.read(one, SEGMENT_HEADER + 70);
            one.put(0, (byte) (one.get(0) ^ 1)).flip();
            file.write(one, SEGMENT_HEADER + 70);
        }
        for (final String[] command : List.of(
                new String[] {"restore", folder.toString()},
                new String[] {"journal", "verify", folder.toString()},
                new String[] {"journal", "dump", folder.toString()},
                new String[] {"exec", "--journal", folder.toString()})) {
            final CommandRun run = CommandRun.of(command);
            assertEquals(3, run.status(), command[0]);
            assertEquals(1, run.err().lines().count(), run.err());
            assertTrue(run.err().contains(segment.toString()), run.err());
            assertTrue(run.err().contains("offset=" + SEGMENT_HEADER), run.err());
            assertTrue(run.err().contains("daybook journal truncate " + folder + " --at 1 --i-accept-loss"), run.err());
        }
        assertEquals(
                2,
                CommandRun.of("journal", "truncate", folder.toString(), "--at", "1")
                        .status());
        final CommandRun cut = CommandRun.of("journal", "truncate", folder.toString(), "--at", "1", "--i-accept-loss");
        assertEquals(0, cut.status(), cut.err());
        assertEquals("the journal now ends with seq 0", cut.lastLine());
        assertEquals(0, CommandRun.of("restore", folder.toString()).status());
    }

    /** The message must not mention a crash: the operator asked for the truncation. */
    @Test
    void shouldSayOfATruncationThatBytesWereRemovedAndWhereTheyAreKept() throws IOException {
        journaled(SCENARIO);
        final CommandRun cut = CommandRun.of("journal", "truncate", folder.toString(), "--at", "1", "--i-accept-loss");
        assertEquals(0, cut.status(), cut.err());
        final Path segment = folder.resolve("journal").resolve("00000000000000000001.jnl");
        final Matcher removed = Pattern.compile("removed (\\d+) bytes of " + Pattern.quote(segment.toString())
                        + " from offset " + SEGMENT_HEADER + " on, kept in (.*)")
                .matcher(cut.lines().get(0));
        assertTrue(removed.matches(), cut.out());
        assertEquals(Long.parseLong(removed.group(1)), Files.size(Path.of(removed.group(2))));
        final String said = cut.out() + cut.err();
        assertFalse(said.contains("TORN") || said.contains("crash"), said);
    }

    @Test
    void shouldNotCallSoundWhatEndsBeforeASnapshot() throws IOException {
        journaled(SCENARIO + "{\"cmd\":\"snapshot\"}\n");
        Files.delete(folder.resolve("journal").resolve("CLOSED")); // a crash leaves no such file
        final Path segment = folder.resolve("journal").resolve("00000000000000000001.jnl");
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate((int) file.size() - SEGMENT_HEADER), SEGMENT_HEADER);
        }
        for (final String command : List.of("restore", "journal verify", "audit")) {
            final CommandRun run = CommandRun.of((command + " " + folder).split(" "));
            assertEquals(3, run.status(), command);
            assertTrue(run.err().contains("CORRUPT: the journal ends before a snapshot"), run.err());
            assertTrue(run.err().contains("found=seq 0"), run.err());
        }
        final CommandRun stat = CommandRun.of("journal", "stat", folder.toString());
        assertTrue(stat.lastLine().startsWith("problem: CORRUPT: the journal ends before a snapshot"), stat.out());
    }

    @Test
    void shouldNotMakeAJournalWhereThereIsNone() throws IOException {
        for (final String command : List.of("restore", "journal stat", "journal verify", "journal dump")) {
            final CommandRun run = CommandRun.of((command + " " + folder).split(" "));
            assertEquals(3, run.status(), command);
            assertTrue(run.err().contains("there is no journal in this folder"), run.err());
        }
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }
}
