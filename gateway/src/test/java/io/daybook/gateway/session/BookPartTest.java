package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.wire.OrderNumbers;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part of the session book is read as it was written, also at the bounds of its fields. */
@Proves("what is written is what is read, also at the bounds")
class BookPartTest {
    private static final long[] BOUNDS = {0, 1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE};
    private static final int[] SESSIONS = {1, 17, OrderNumbers.MAX_SESSION};

    @TempDir
    private Path folder;

    private SessionBook empty() {
        return new SessionBook(
                new Outboxes(
                        new FileJournalStorage(),
                        folder,
                        new OutboxLimits(1 << 16, Long.MAX_VALUE, Long.MAX_VALUE),
                        (what, failure) -> {}),
                BOUNDS.length);
    }

    private static FollowerPart part(final long history) {
        return PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> {
            out.putI32(history == 0 ? 1 : 2);
            if (history != 0) {
                out.putI64(history);
            }
            out.putI32(SESSIONS.length);
            for (final int number : SESSIONS) {
                session(out, number, history != 0);
            }
            out.putI32(BOUNDS.length);
            for (final long bound : BOUNDS) {
                out.putI64(bound);
                out.putI64(Long.MAX_VALUE - bound);
            }
        });
    }

    private static void session(final PartEncoder out, final int number, final boolean isRestored) {
        out.putI32(number);
        out.putI32((number == 17 ? Protocol.FIX : Protocol.TCP).code());
        out.putI64(Long.MAX_VALUE);
        out.putI64(Long.MAX_VALUE);
        out.putI64(Long.MAX_VALUE - 1);
        if (isRestored) {
            out.putI64(Long.MAX_VALUE - 2);
        }
        out.putI32(BOUNDS.length);
        for (final long uid : BOUNDS) {
            out.putI64(uid);
        }
        out.putI32(BOUNDS.length);
        for (final long bound : BOUNDS) {
            out.putI64(Long.MAX_VALUE - bound);
            out.putI64(bound);
            out.putI32(Integer.MAX_VALUE - number);
            out.putI64(Long.MAX_VALUE);
            out.putI64(bound);
            out.putI64(bound);
        }
    }

    @Test
    void shouldReadThePartThatItWrites() {
        for (final long history : new long[] {0, 1, Long.MAX_VALUE}) {
            final byte[] written = bytes(part(history));
            final SessionBook book = empty();
            BookPart.decode(new Bytes(written), book);
            assertEquals(history, book.history());
            assertArrayEquals(written, bytes(BookPart.encode(book)));
        }
    }

    @Test
    void shouldRefuseAPartOfALaterBuild() {
        final FollowerPart later = PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> out.putI32(3));
        assertThrows(IllegalStateException.class, () -> BookPart.decode(new Bytes(bytes(later)), empty()));
    }

    private static byte[] bytes(final FollowerPart part) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        part.writeTo(out::write);
        return out.toByteArray();
    }

    private static final class Bytes implements PartReader {
        private final byte[] all;
        private int position;

        private Bytes(final byte[] all) {
            this.all = all;
        }

        @Override
        public long length() {
            return all.length;
        }

        @Override
        public int read(final byte[] target, final int offset, final int length) {
            final int read = Math.min(length, all.length - position);
            System.arraycopy(all, position, target, offset, read);
            position += read;
            return read;
        }
    }
}
