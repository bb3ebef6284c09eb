package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ResultView;
import io.daybook.api.SnapshotConfig;
import io.daybook.cli.OwnCommand;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.Proves;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import io.daybook.venue.FollowedVenue;
import io.daybook.venue.Venue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Starts this build on folders of venues with doors that earlier builds left. From their journals this build makes the
 * same streams of sessions, the same feed and the same parts of followers, byte by byte. One changed byte in a message
 * would lock its member out with AHEAD_OF_JOURNAL. A start may append to a journal, so streams are compared up to their
 * old ends.
 */
@Proves(
        value = "the journals of venues of earlier builds give the same outboxes, feed and parts of followers",
        normal = "6 folders")
@Tag("whole")
class GoldenVenuesTest {
    private static final String OUTBOX = "\\d{20}\\.out";
    private static final String FEED = "\\d{20}\\.feed";
    private static final int OUTBOX_HEADER = 56;
    private static final int FEED_HEADER = 64;
    private static final int FRAME_HEADER = 32;
    private static final int FRAME_LENGTH_OFFSET = 4;

    @TempDir
    private Path temp;

    /** Unpacks a folder as the earlier build left it; a test deletes and cuts files only in a second copy. */
    private Path unpack(final String name, final String copy) throws IOException {
        final int version = name.indexOf('/');
        final Path folder = GoldenFolder.unpack(
                name.substring(0, version),
                name.substring(version + 1) + ".zip",
                Files.createDirectories(temp.resolve(copy)));
        final Path keys = folder.resolve("data/server");
        if (Files.exists(keys)) {
            for (final Path file : files(keys)) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
        }
        return folder;
    }

    private static VenueFile<ServerSettings> config(final Path folder) throws Exception {
        final List<String> set = new ArrayList<>(List.of("http.port=0", "tcp.port=0", "fix.port=0"));
        set.add("feed.keptMinutes=" + SnapshotConfig.MAX_KEEP_MINUTES); // the recorded messages grow old
        if (!isServed(folder)) {
            set.add("http.enabled=false");
        }
        return ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), set));
    }

    /** Whether the venue served HTTP, so that orders and history had parts. */
    private static boolean isServed(final Path folder) {
        return Files.exists(folder.resolve("data/followers/orders"));
    }

    private static void startAndEnd(final Path folder) throws Exception {
        try (Venue venue = Venue.open(config(folder))) {
            venue.listen();
            venue.start();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doors1/served-closed",
                "doors1/served-killed",
                "doors1/gateway-killed",
                "doors1/node",
                "doors2/served-closed",
                "doors2/served-killed"
            })
    void shouldMakeTheSameAgainFromTheJournal(final String name) throws Exception {
        final Path golden = unpack(name, "golden");
        final Path own = unpack(name, "own");
        final Map<String, byte[]> expected = parts(own.resolve("data"), Long.MAX_VALUE);
        GoldenFolders.delete(own.resolve("data/snapshots"));
        GoldenFolders.delete(own.resolve("data/feed"));
        files(own.resolve("data/gateway")).stream()
                .filter(file -> file.getFileName().toString().matches(OUTBOX + "|numbers"))
                .forEach(file -> assertTrue(file.toFile().delete()));
        final Map<String, byte[]> made = FollowedVenue.parts(config(own), seqs(expected), result -> {});
        requireSame(expected, made, name);
        requireBegins(streams(golden), streams(own), name);
        requireNotAhead(own);
    }

    /** Starts from the oldest snapshot, and with outboxes whose last record is cut. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "doors1/served-closed",
                "doors1/served-killed",
                "doors1/gateway-killed",
                "doors1/node",
                "doors2/served-closed",
                "doors2/served-killed"
            })
    void shouldGoOnFromPartsThatAnEarlierBuildWrote(final String name) throws Exception {
        final Path golden = unpack(name, "golden");
        final Path own = unpack(name, "own");
        final SortedMap<String, byte[]> expected = new TreeMap<>(parts(own.resolve("data"), Long.MAX_VALUE));
        final TreeSet<Long> seqs = new TreeSet<>(seqs(expected));
        if (!seqs.isEmpty()) {
            final long first = seqs.pollFirst();
            expected.keySet().removeIf(key -> key.startsWith(first + "/"));
            for (final long seq : seqs) {
                GoldenFolders.delete(own.resolve("data/snapshots").resolve(String.format("%020d", seq)));
            }
        }
        for (final Path file : files(own.resolve("data/gateway"))) {
            if (file.getFileName().toString().matches(OUTBOX)) {
                try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                    bytes.setLength(bytes.length() - 40); // cuts the last record
                }
            }
        }
        requireSame(expected, FollowedVenue.parts(config(own), seqs, result -> {}), name);
        requireBegins(streams(golden), streams(own), name);
        requireNotAhead(own);
    }

    /** Deletes nothing: a server starts, compares its files with the journal, and appends to them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "doors1/served-closed",
                "doors1/served-killed",
                "doors1/gateway-killed",
                "doors1/node",
                "doors2/served-closed",
                "doors2/served-killed"
            })
    void shouldServeAVenueThatAnEarlierBuildLeft(final String name) throws Exception {
        final Path golden = unpack(name, "golden");
        final Path own = unpack(name, "own");
        startAndEnd(own);
        requireBegins(streams(golden), streams(own), name);
        requireNotAhead(own);
        for (final Path file : files(golden.resolve("data"))) {
            final Path relative = golden.relativize(file);
            if (relative.toString().matches("data/(gateway/.*|server/(master.key|admin-token|.*\\.json.*))")) {
                requireBegins(
                        Map.of(relative.toString(), Files.readAllBytes(file)),
                        Map.of(relative.toString(), Files.readAllBytes(own.resolve(relative))),
                        name);
            }
        }
        for (final int session : List.of(20, 21, 22)) {
            requireReports(Files.readAllLines(golden.resolve("fix-" + session + ".txt")), fixDump(own, session), name);
        }
    }

    @Test
    void shouldHaveEveryKindOfEventInThem() throws Exception {
        final Set<CommandType> commands = EnumSet.noneOf(CommandType.class);
        final Set<EventKind> events = EnumSet.noneOf(EventKind.class);
        final Set<ActCause> causes = EnumSet.noneOf(ActCause.class);
        final Set<CancelReason> reasons = EnumSet.noneOf(CancelReason.class);
        for (final String name : List.of("doors1/served-closed", "doors1/served-killed")) {
            final Path own = unpack(name, name);
            GoldenFolders.delete(own.resolve("data/snapshots"));
            FollowedVenue.parts(config(own), Set.of(), result -> count(result, commands, events, causes, reasons));
        }
        final Set<CommandType> all = EnumSet.allOf(CommandType.class);
        all.removeIf(type -> type.isQuery() || type == CommandType.RESET); // a venue with sessions refuses a reset
        assertEquals(all, commands);
        assertEquals(Set.of(), EnumSet.complementOf(EnumSet.copyOf(events)));
        assertTrue(causes.containsAll(Set.of(ActCause.TRIGGER, ActCause.EXIT)), causes::toString);
        assertTrue(
                reasons.containsAll(Set.of(CancelReason.STP, CancelReason.EXPIRED, CancelReason.MASS)),
                reasons::toString);
    }

    private static void count(
            final ResultView result,
            final Set<CommandType> commands,
            final Set<EventKind> events,
            final Set<ActCause> causes,
            final Set<CancelReason> reasons) {
        commands.add(CommandType.of(result.typeCode()));
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            events.add(event.kind());
            final ActCause cause = event.cause();
            if (cause != null) {
                causes.add(cause);
            }
            if (event.kind() == EventKind.CANCEL) {
                reasons.add(CancelReason.of(event.causeCode()));
            }
        }
    }

    private static void requireReports(final List<String> expected, final List<String> made, final String name) {
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), i < made.size() ? made.get(i) : "nothing", name + ": report " + i);
        }
    }

    private static List<String> fixDump(final Path folder, final int session) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final String file = folder.resolve("daybook.toml").toString();
        assertEquals(0, OwnCommand.run(out, "fix", "dump", file, Integer.toString(session), "--raw"));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static Set<Long> seqs(final Map<String, byte[]> parts) {
        return parts.keySet().stream()
                .map(key -> Long.parseLong(key.substring(0, key.indexOf('/'))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The parts of followers in all snapshots of a folder. */
    private static Map<String, byte[]> parts(final Path data, final long lastSeq) {
        final Map<String, byte[]> parts = new TreeMap<>();
        final JournalReader journal = JournalReader.open(data);
        SnapshotReader snapshot = journal.newestSnapshot(lastSeq, new ArrayList<>());
        while (snapshot != null) {
            for (final String part : snapshot.parts()) {
                if (part.startsWith("follower-")) {
                    final byte[] bytes = new byte[(int) snapshot.contentBytes(part)];
                    try (SnapshotPartReader in = snapshot.open(part)) {
                        assertEquals(bytes.length, in.read(bytes, 0, bytes.length));
                    }
                    parts.put(snapshot.seq() + "/" + part.substring("follower-".length()), bytes);
                }
            }
            snapshot = journal.newestSnapshot(snapshot.seq() - 1, new ArrayList<>());
        }
        return parts;
    }

    /**
     * The messages to sessions and subscribers, each stream in one piece, without the headers of files and of frames of
     * the feed: where a file or frame begins depends on how many messages were written at once.
     */
    private static Map<String, byte[]> streams(final Path folder) throws IOException {
        final Map<String, ByteArrayOutputStream> streams = new TreeMap<>();
        for (final Path file : files(folder.resolve("data"))) {
            final String name = file.getFileName().toString();
            final byte[] bytes = Files.readAllBytes(file);
            final ByteArrayOutputStream stream = name.matches(OUTBOX + "|" + FEED)
                    ? streams.computeIfAbsent(
                            folder.relativize(file.getParent()).toString(), unused -> new ByteArrayOutputStream())
                    : new ByteArrayOutputStream();
            if (name.matches(OUTBOX)) {
                stream.write(bytes, OUTBOX_HEADER, bytes.length - OUTBOX_HEADER);
            } else if (name.matches(FEED)) {
                int at = FEED_HEADER;
                while (at + FRAME_HEADER <= bytes.length) {
                    final int length = ByteBuffer.wrap(bytes)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getInt(at + FRAME_LENGTH_OFFSET);
                    stream.write(bytes, at + FRAME_HEADER, length);
                    at += FRAME_HEADER + length;
                }
            }
        }
        final Map<String, byte[]> told = new TreeMap<>();
        streams.forEach((name, stream) -> told.put(name, stream.toByteArray()));
        assertTrue(told.size() >= 9, () -> "seven sessions, the feed and its levels: " + told.keySet());
        return told;
    }

    private static void requireSame(
            final Map<String, byte[]> expected, final Map<String, byte[]> all, final String name) {
        final Map<String, byte[]> made = new TreeMap<>(all);
        made.replaceAll((key, part) -> key.endsWith("/orders") && OrdersPartBefore.isBefore(expected.get(key))
                ? OrdersPartBefore.of(part)
                : part);
        requireBegins(expected, made, name);
        expected.forEach((key, bytes) -> assertEquals(bytes.length, made.get(key).length, () -> name + ": " + key));
    }

    /** Requires that each stream that was made begins with the expected stream. */
    private static void requireBegins(
            final Map<String, byte[]> expected, final Map<String, byte[]> made, final String name) {
        assertEquals(expected.keySet(), made.keySet(), name);
        final List<String> differences = new ArrayList<>();
        expected.forEach((key, bytes) -> {
            final int at = Arrays.mismatch(bytes, made.get(key));
            if (at >= 0 && at < bytes.length) {
                differences.add(key + " from byte " + at + " of " + bytes.length);
            }
        });
        assertEquals(List.of(), differences, name);
    }

    private static void requireNotAhead(final Path folder) throws IOException {
        for (final Path file : files(folder.resolve("data"))) {
            final String name = file.getFileName().toString();
            assertFalse(name.equalsIgnoreCase("ahead"), () -> "AHEAD_OF_JOURNAL: " + file);
        }
    }

    private static List<Path> files(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
