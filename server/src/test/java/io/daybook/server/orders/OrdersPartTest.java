package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PartReader;
import io.daybook.api.Side;
import io.daybook.api.TriggerWhen;
import io.daybook.wire.OffReason;
import io.daybook.wire.OrderNumbers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of snapshots, of this build and of earlier ones. */
class OrdersPartTest {
    private static OrderView order(final boolean isMarket) {
        return new OrderView(
                1,
                7,
                301,
                Side.BID,
                OrderType.IOC,
                isMarket,
                105,
                9,
                0,
                9,
                BigInteger.valueOf(945),
                4,
                OrderState.FILLED,
                "a-1",
                10,
                11,
                12,
                OrderTerms.NONE,
                0,
                null,
                null);
    }

    private static OrderView stop(final long id, final OrderTerms terms) {
        return new OrderView(
                1,
                id,
                301,
                Side.BID,
                OrderType.GTC,
                false,
                105,
                9,
                0,
                0,
                BigInteger.ZERO,
                0,
                OrderState.CANCELLED,
                null,
                10,
                11,
                12,
                terms,
                110,
                new TriggerMet(11, 3),
                OffReason.EXPIRED);
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        final OrderTerms terms = OrderTerms.builder()
                .trigger(107, TriggerWhen.RISES)
                .expireAt(Long.MAX_VALUE)
                .flagged()
                .exit(77, 120, 90, 80)
                .build();
        final OrdersPart.Copy copy = new OrdersPart.Copy(
                OrderNumbers.FIRST_HTTP,
                List.of(new OrdersPart.UserCopy(
                        301,
                        5,
                        List.of(),
                        List.of(order(true), order(false), stop(8, terms), stop(9, OrderTerms.NONE)),
                        List.of(),
                        List.of())),
                List.of(),
                true,
                true);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OrdersPart.of(copy).writeTo(bytes::write);
        assertEquals(copy, OrdersPart.read(reader(bytes.toByteArray())));
    }

    @Test
    void shouldReadWhatTheFirstBuildsWrote() throws IOException {
        final OrdersPart.Copy copy = OrdersPart.read(reader(part(1)));
        final OrderView read = copy.users().get(0).closed().get(0);
        assertEquals(order(false), read);
        assertFalse(read.isMarket());
    }

    @Test
    void shouldRefuseWhatALaterBuildWrote() throws IOException {
        final byte[] part = part(4);
        final IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> OrdersPart.read(reader(part)));
        assertTrue(String.valueOf(refused.getMessage()).contains("version 4"), refused.getMessage());
    }

    /** A part with one closed order, in the form of version 1. */
    private static byte[] part(final int version) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(version);
            out.writeLong(OrderNumbers.FIRST_HTTP);
            out.writeInt(1);
            out.writeLong(301);
            out.writeLong(5);
            out.writeInt(0);
            out.writeInt(1);
            out.writeInt(1);
            out.writeLong(7);
            out.writeLong(301);
            out.writeByte(Side.BID.code());
            out.writeByte(OrderType.IOC.code());
            for (final long number : new long[] {105, 9, 0, 9}) {
                out.writeLong(number);
            }
            final byte[] notional = BigInteger.valueOf(945).toByteArray();
            out.writeByte(notional.length);
            out.write(notional);
            out.writeLong(4);
            out.writeByte(3);
            out.writeUTF("a-1");
            for (final long number : new long[] {10, 11, 12}) {
                out.writeLong(number);
            }
            out.writeInt(0);
            out.writeInt(0);
            out.writeInt(0);
        }
        return bytes.toByteArray();
    }

    private static PartReader reader(final byte[] bytes) {
        final ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        return new PartReader() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public int read(final byte[] target, final int offset, final int length) {
                return Math.max(0, in.read(target, offset, length));
            }
        };
    }
}
