package io.daybook.gateway.fix.book;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts and tags that earlier builds wrote stay readable. */
final class FixBookPartTest {
    private static final long ORDER = 299_067_162_755_073L;

    @TempDir
    private Path folder;

    @Test
    void shouldReadPartsOfBuildsBefore() {
        for (int version = 1; version <= 3; version++) {
            final FixBook book = read(part(version));
            final FixTerms terms = order(book).terms();
            assertEquals(version < 3, terms.isUnknown());
            assertTrue(terms.isType("2"));
            assertTrue(terms.isGoodFor("1"));
            assertEquals(version == 1 ? 0 : 7, order(book).lost());
            assertEquals(1, session(book).heard());
            assertArrayEquals(bytes(book.encode()), bytes(read(book.encode()).encode()));
        }
    }

    @Test
    void shouldReadThePartThatItWrites() {
        final FixBook book = read(part(4));
        final FixTerms terms = order(book).terms();
        assertEquals(new FixTerms('2', '1', true, 40, FixTerms.NONE, 90), terms);
        assertEquals(2, session(book).heard());
        assertArrayEquals(bytes(part(4)), bytes(book.encode()));
    }

    @Test
    void shouldReadAndWriteThatReportsHaveTerms() {
        final FixBook book = read(part(6));
        assertTrue(session(book).tellsTerms);
        assertTrue(order(book).isWaiting());
        assertEquals(
                new FixTerms('2', '1', true, 40, FixTerms.NONE, 90), order(book).terms());
        assertArrayEquals(bytes(part(6)), bytes(book.encode()));
    }

    @Test
    void shouldRefuseAPartOfALaterBuild() {
        final IllegalStateException e = assertThrows(IllegalStateException.class, () -> read(part(8)));
        assertTrue(e.getMessage().contains("version 8"), e.getMessage());
    }

    @Test
    void shouldReadTheTagOfAnOrderWithoutTerms() {
        final RequestTag before = new RequestTag().request(7, '2', '1', 0, "a", "");
        assertTrue(decoded(before).terms.isUnknown());
        assertTrue(decoded(before).terms.isGoodFor("1"));
        final FixTerms terms = new FixTerms('4', '6', false, FixTerms.NONE, 3, Long.MAX_VALUE);
        final RequestTag now = new RequestTag().place(7, terms, 5, "a".repeat(RequestTag.MAX_ID_LENGTH));
        assertEquals(terms, decoded(now).terms);
        assertEquals("a".repeat(RequestTag.MAX_ID_LENGTH), decoded(now).clOrdId);
        final FixTerms none = new FixTerms('2', '1', false, FixTerms.NONE, FixTerms.NONE, FixTerms.NONE);
        assertEquals(none, decoded(new RequestTag().place(7, none, 5, "a")).terms);
        assertFalse(none.isUnknown());
    }

    /** Such a tag, of a member that named an order by a long text, once made every later start of the venue fail. */
    @Test
    void shouldReadTheTagOfARefusalThatWasCutOff() {
        final String orig = "9".repeat(RequestTag.MAX_ID_LENGTH);
        final RequestTag whole =
                new RequestTag().refusal(Refusal.ORDER_MISMATCH, 'F', 7, 1, orig, orig, "", ORDER, 55, "BTC-EUR");
        final RequestTag read = decoded(whole);
        assertEquals(ORDER, read.orderId);
        assertEquals("B", read.value);
        for (int length = 12; length < whole.length(); length++) {
            final RequestTag cut = RequestTag.decode(Arrays.copyOf(whole.array(), length), length);
            assertEquals(7, cut.inbound);
            assertTrue(orig.startsWith(cut.origClOrdId));
            assertTrue(cut.orderId == 0 || cut.orderId == ORDER);
        }
        final RequestTag long41 = new RequestTag()
                .refusal(Refusal.UNKNOWN_ORDER, 'F', 7, 1, orig, orig + "9".repeat(400), "", ORDER, 0, "");
        assertEquals(orig, decoded(long41).origClOrdId);
        assertEquals(ORDER, decoded(long41).orderId);
    }

    private static RequestTag decoded(final RequestTag tag) {
        return RequestTag.decode(Arrays.copyOf(tag.array(), tag.length()), tag.length());
    }

    private static FixBookSession session(final FixBook book) {
        final FixBookSession session = book.session(17);
        assertTrue(session != null);
        return session;
    }

    private static FixOrder order(final FixBook book) {
        final FixOrder order = book.order(ORDER);
        assertTrue(order != null);
        return order;
    }

    private FixBook read(final FollowerPart part) {
        final Outboxes outboxes =
                new Outboxes(new FileJournalStorage(), folder, OutboxLimits.of(SessionLimits.DEFAULT), (what, e) -> {});
        final FixBook book = new FixBook(outboxes, 100);
        book.decode(new Bytes(bytes(part)));
        return book;
    }

    /** A part with one session without drop copies, and one order. */
    private static FollowerPart part(final int version) {
        return PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> {
            out.putI32(version);
            out.putI32(1);
            out.putI32(17);
            out.putI64(1);
            out.putI64(1);
            out.putI32(2);
            out.putI32(1000);
            out.putI32(0);
            out.putI64(0);
            out.putI64(2);
            if (version >= 4) {
                out.putI64(2);
                out.putI64(1);
            }
            out.putI32(0);
            out.putU8(version < 6 ? 0 : 2);
            out.putI32(0);
            out.putI32(1);
            out.putText("a");
            out.putI64(ORDER);
            out.putI32(1);
            order(out, version);
            out.putI32(0);
            out.putI32(0);
        });
    }

    private static void order(final PartEncoder out, final int version) {
        out.putI64(ORDER);
        out.putI64(1);
        out.putI32(3);
        out.putU8(1);
        out.putU8('2');
        out.putU8('1');
        out.putU8('0');
        out.putI64(15_400);
        out.putI64(0);
        out.putI64(12);
        out.putI64(12);
        out.putI64(0);
        out.putI64(0);
        out.putI64(0);
        if (version >= 2) {
            out.putI64(7);
        }
        if (version >= 3) {
            out.putU8(version < 6 ? 1 | 2 | 8 : 1 | 2 | 8 | 32);
            out.putI64(40);
            out.putI64(90);
        }
        out.putText("a");
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
