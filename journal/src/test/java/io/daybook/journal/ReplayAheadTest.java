package io.daybook.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reading ahead on another thread: the same calls in the same order, the same failures at the same place. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ReplayAheadTest {
    private static final int CALLS = 4_000;

    /** What a consumer was told, on which thread. */
    private static final class Heard implements ReplayConsumer {
        final List<String> calls = new ArrayList<>();
        final Thread thread = Thread.currentThread();

        @Override
        public void onBlock(
                long firstSeq, int count, long firstTimestampNs, int codec, byte[] block, int offset, int length) {
            assertSame(thread, Thread.currentThread());
            final int hash = Arrays.hashCode(Arrays.copyOfRange(block, offset, offset + length));
            calls.add(firstSeq + " " + count + " " + firstTimestampNs + " " + codec + " " + length + " " + hash);
        }

        @Override
        public void onSnapshotMark(long seq, long stateHash) {
            calls.add("mark " + seq + " " + stateHash);
        }
    }

    /** Blocks of all sizes up to the largest, and marks, in one array that is used again. */
    private static long source(ReplayConsumer consumer, int calls) {
        final Random random = new Random(31);
        final byte[] block = new byte[FrameDescriptor.MAX_UNCOMPRESSED_LENGTH];
        long seq = 1;
        for (int i = 0; i < calls; i++) {
            if (random.nextInt(20) == 0) {
                consumer.onSnapshotMark(seq - 1, random.nextLong());
            } else {
                final int offset = random.nextInt(100);
                final int length = 1 + random.nextInt(random.nextInt(50) == 0 ? block.length - offset : 3_000);
                block[offset] = (byte) random.nextInt();
                block[offset + length - 1] = (byte) random.nextInt();
                final int count = 1 + random.nextInt(90);
                consumer.onBlock(seq, count, random.nextLong(), 1 + random.nextInt(3), block, offset, length);
                seq += count;
            }
        }
        return seq - 1;
    }

    @Test
    void shouldTellTheConsumerWhatTheSourceSays() throws IOException {
        final Heard expected = new Heard();
        final long lastSeq = source(expected, CALLS);
        final Heard heard = new Heard();
        assertEquals(lastSeq, new ReplayAhead().replay(consumer -> source(consumer, CALLS), heard));
        assertEquals(expected.calls, heard.calls);
        assertEquals(0, new ReplayAhead().replay(consumer -> source(consumer, 0), heard));
    }

    @Test
    void shouldFailBehindWhatWasReadBefore() {
        final Heard expected = new Heard();
        source(expected, CALLS);
        for (Throwable failure : List.of(new IOException("disk"), new IllegalStateException("x"), new Error("y"))) {
            final Heard heard = new Heard();
            final Throwable thrown = assertThrows(Throwable.class, () -> new ReplayAhead()
                    .replay(
                            consumer -> {
                                source(consumer, CALLS);
                                return raise(failure);
                            },
                            heard));
            assertSame(failure, thrown);
            assertEquals(expected.calls, heard.calls);
        }
    }

    private static long raise(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) failure;
    }

    @Test
    void shouldEndTheReadingWhenTheConsumerFails() {
        final IllegalStateException failure = new IllegalStateException("cannot apply");
        final Thread[] reader = new Thread[1];
        final boolean[] closed = {false};
        final RuntimeException thrown = assertThrows(RuntimeException.class, () -> new ReplayAhead()
                .replay(
                        consumer -> {
                            reader[0] = Thread.currentThread();
                            try {
                                return source(consumer, CALLS);
                            } finally {
                                closed[0] = true;
                            }
                        },
                        (seq, count, time, codec, block, offset, length) -> {
                            throw failure;
                        }));
        assertSame(failure, thrown);
        assertTrue(closed[0]);
        assertFalse(reader[0].isAlive());
    }

    @Test
    void shouldKeepAnInterruptForLater() throws IOException {
        final Heard heard = new Heard();
        Thread.currentThread().interrupt();
        final long lastSeq = new ReplayAhead().replay(consumer -> source(consumer, CALLS), heard);
        assertTrue(Thread.interrupted());
        assertEquals(lastSeq, source(new Heard(), CALLS));
    }

    @Test
    void shouldReadALongJournalAhead(@TempDir Path dir) {
        final JournalOptions options = JournalOptions.builder()
                .maxBlockBytes(256 << 10)
                .firstSegmentBytes(1 << 20)
                .maxSegmentBytes(2 << 20)
                .build();
        final long seqs = 2 * SegmentReplay.MIN_SEQS_TO_READ_AHEAD;
        try (Journal journal = Journal.open(dir, options, JournalFixture.FINGERPRINT)) {
            while (journal.writer().writtenSeq() < seqs) {
                JournalFixture.append(journal.writer(), 1_000, 90_000);
            }
            journal.writer().force();
        }
        try (Journal journal = Journal.open(dir, options, JournalFixture.FINGERPRINT)) {
            assertEquals(seqs, JournalFixture.replay(journal).lastSeq);
        }
    }
}
