package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.storage.ForwardingFile;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.OutboxFormat;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.OutboxReader;
import io.daybook.sessions.outbox.OutboxSender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests an outbox whose files are short, missing or of another history. */
@Proves("an outbox keeps as much, and as long, as documented")
class OutboxTest {
    private static final Path FOLDER = Path.of("/outbox");
    private static final OutboxLimits LIMITS = new OutboxLimits(200, 1 << 30, Long.MAX_VALUE);

    private final SimulatedStorage storage = new SimulatedStorage();
    private ForceCall beforeWrite = () -> {};
    private Outbox outbox = open(1);

    /** An action just before the outbox writes to a file. */
    @FunctionalInterface
    private interface ForceCall {
        void run() throws IOException;
    }

    /** The storage of the test, with an action before each write. */
    private final class WatchedStorage extends ForwardingStorage {
        WatchedStorage() {
            super(storage);
        }

        @Override
        public StorageFile create(final Path path) throws IOException {
            return new WatchedFile(super.create(path));
        }

        @Override
        public StorageFile open(final Path path) throws IOException {
            return new WatchedFile(super.open(path));
        }
    }

    private final class WatchedFile extends ForwardingFile {
        WatchedFile(final StorageFile file) {
            super(file);
        }

        @Override
        public int write(final ByteBuffer source, final long position) throws IOException {
            beforeWrite.run();
            return super.write(source, position);
        }
    }

    private Outbox open(final long nextOut) {
        return open(nextOut, LIMITS);
    }

    private Outbox open(final long nextOut, final OutboxLimits limits) {
        final Outbox fresh = new Outbox(new WatchedStorage(), FOLDER, 17, limits);
        try {
            fresh.open(nextOut);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return fresh;
    }

    private static String text(final long out) {
        return "message " + out;
    }

    /** Makes messages as the session book would, again or for the first time. */
    private void make(final long from, final long to) {
        make(from, to, out -> 1);
    }

    private void make(final long from, final long to, final LongUnaryOperator timeNs) {
        for (long out = from; out <= to; out++) {
            final byte[] message = text(out).getBytes(StandardCharsets.US_ASCII);
            outbox.append(out, 0, timeNs.applyAsLong(out), message, message.length);
            assertTrue(outbox.write());
            outbox.clear();
        }
    }

    private List<String> read(final long from) throws IOException {
        final OutboxReader reader = new OutboxReader(outbox, 128);
        reader.seek(from);
        final List<String> texts = new ArrayList<>();
        for (int length = reader.read(); length >= 0; length = reader.read()) {
            int at = reader.offset();
            final int end = at + length;
            while (at < end) {
                final int message = OutboxFormat.length(reader.records(), at);
                texts.add(new String(
                        reader.records(), at + OutboxFormat.RECORD_LENGTH, message, StandardCharsets.US_ASCII));
                at += OutboxFormat.RECORD_LENGTH + message;
            }
        }
        reader.close();
        return texts;
    }

    private static List<String> texts(final long from, final long to) {
        final List<String> texts = new ArrayList<>();
        for (long out = from; out <= to; out++) {
            texts.add(text(out));
        }
        return texts;
    }

    private Path file(final int index) throws IOException {
        return FOLDER.resolve(storage.list(FOLDER).get(index));
    }

    @Test
    void shouldGiveBackWhatWasAppendedFromAnyNumberOn() throws IOException {
        make(1, 40);
        assertTrue(storage.list(FOLDER).size() > 3, "over several files");
        assertEquals(texts(1, 40), read(1));
        assertEquals(texts(23, 40), read(23));
        outbox = open(41);
        make(41, 50);
        assertEquals(texts(1, 50), read(0));
    }

    /**
     * The messages of a new history are numbered from far above the last one, whether the next start reads a part from
     * before {@code raise} or from after it.
     */
    @Test
    void shouldGoOnFarAboveWhereAHistoryBegins() throws IOException {
        make(1, 20);
        outbox = open(5); // the part is from an earlier time
        make(5, 20);
        outbox.raise(1_000);
        outbox.recovered();
        assertEquals(1_000, outbox.firstOut(), "no message of the lost history is sent again");
        make(1_000, 1_020);
        assertEquals(texts(1_000, 1_020), read(1_000));

        outbox = open(5);
        make(5, 20);
        outbox.raise(1_000);
        make(1_000, 1_020);
        outbox.recovered();
        assertFalse(outbox.isAhead());
        outbox = open(1_010);
        make(1_010, 1_025);
        outbox.recovered();
        assertFalse(outbox.isAhead());
        assertEquals(texts(1_000, 1_025), read(1_000));
    }

    @Test
    void shouldMakeAgainWhatAnOlderFileHasLost() throws IOException {
        make(1, 20);
        final Path second = file(1);
        final byte[] bytes = storage.bytes(second);
        storage.replace(second, Arrays.copyOf(bytes, bytes.length - 30));
        outbox = open(2); // the part is from an earlier time
        make(2, 20);
        outbox.recovered();
        assertFalse(outbox.isAhead());
        assertEquals(texts(1, 20), read(1));
    }

    @Test
    void shouldPassOverWhatWasCutOffLongAgo() throws IOException {
        make(1, 3);
        final Path first = file(0);
        final byte[] bytes = storage.bytes(first);
        storage.replace(first, Arrays.copyOf(bytes, bytes.length + 500));
        outbox = open(1);
        make(1, 20);
        outbox = open(15);
        make(15, 20);
        outbox.recovered();
        assertFalse(outbox.isAhead());
        assertEquals(texts(1, 20), read(1));
    }

    @Test
    void shouldDropWhatIsBeforeAFileThatIsMissing() throws IOException {
        make(1, 20);
        storage.delete(file(1));
        outbox = open(20);
        make(20, 21);
        outbox.recovered();
        assertFalse(outbox.isAhead());
        final long first = outbox.firstOut();
        assertTrue(first > 4 && first <= 20, "first=" + first);
        assertEquals(texts(first, 21), read(1));
    }

    /** The thread of snapshots may force the files that an earlier part has listed while a new part is made. */
    @Test
    void shouldListForTheNextSnapshotWhatAForceOfTheLastOneDidNotCover() throws IOException {
        make(1, 1);
        final Outbox.Segment segment = outbox.segments().get(0);
        segment.force();
        beforeWrite = segment::force;
        make(2, 2);
        beforeWrite = () -> {};
        final List<Outbox.Segment> unforced = new ArrayList<>();
        outbox.captured(3, true, unforced);
        assertEquals(List.of(segment), unforced);
    }

    @Test
    void shouldKeepNoMoreThanItMayButAllBehindTheNewestSnapshots() throws IOException {
        outbox = open(1, new OutboxLimits(200, 800, Long.MAX_VALUE));
        make(1, 100);
        assertEquals(1, outbox.firstOut(), "no snapshot has the part yet");
        final List<Outbox.Segment> unforced = new ArrayList<>();
        outbox.captured(60, false, unforced);
        outbox.captured(90, true, unforced);
        make(101, 140);
        assertEquals(1, outbox.firstOut(), "a start may go back to the snapshot before the newest");
        outbox.captured(120, true, unforced);
        outbox.captured(121, true, unforced);
        make(141, 180);
        final long first = outbox.firstOut();
        assertTrue(first > 60 && first <= 90, "first=" + first);
        assertEquals(texts(first, 180), read(1));
        outbox = open(181, new OutboxLimits(200, 800, Long.MAX_VALUE));
        assertEquals(first, outbox.firstOut());
    }

    @Test
    void shouldKeepForSoLongAndNoLonger() throws IOException {
        outbox = open(1, new OutboxLimits(200, 1 << 30, 50));
        make(1, 100, out -> out);
        final List<Outbox.Segment> unforced = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            outbox.captured(101, i > 0, unforced);
        }
        make(101, 120, out -> out);
        final long first = outbox.firstOut();
        assertTrue(first > 55 && first <= 70, "first=" + first);
        assertEquals(texts(first, 120), read(1));
    }

    /** The next login begins with the oldest kept message and reports it; a stream must not skip messages silently. */
    @Test
    void shouldHaveAClientSentAwayThatReadsSlowerThanItsStreamIsKept() throws IOException {
        outbox = open(1, new OutboxLimits(200, 1 << 30, 50));
        make(1, 100, out -> out);
        final FakeTransport transport = new FakeTransport();
        final OutboxSender sender = new OutboxSender(outbox, transport, 1, 400, VenueHops.none());
        assertTrue(sender.pump());
        final long next = sender.next();
        assertTrue(next > 1 && next < 50, "next=" + next);
        assertTrue(sender.behind() < 100_000);
        final List<Outbox.Segment> unforced = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            outbox.captured(101, i > 0, unforced);
        }
        make(101, 120, out -> out);
        assertTrue(outbox.firstOut() > next);
        assertFalse(sender.pump());
        assertEquals(next, sender.next());
        assertTrue(sender.behind() > Long.MAX_VALUE / 4, "behind any limit");
    }

    @Test
    void shouldBeAheadWhereTheBookMakesSomethingElseOrLess() throws IOException {
        make(1, 5);
        outbox = open(3);
        make(3, 4);
        outbox.recovered();
        assertTrue(outbox.isAhead(), "5 does not follow from the journal");
        outbox = open(9);
        assertTrue(outbox.isAhead(), "that is never forgotten");
    }
}
