package io.daybook.it;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Converts a part of the follower {@code orders} from version 3 to version 2, in which an order ends before its last
 * byte of flags and the fields that follow that byte.
 */
final class OrdersPartBefore {
    private static final int VERSION_OFFSET = 3;
    private static final int BEFORE = 2;
    private static final int ORDER_TO_NOTIONAL = 55;
    private static final int FILL = 66;
    private static final int MET = 16;
    private static final int SAID = 32;

    private final ByteBuffer in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private OrdersPartBefore(final byte[] part) {
        in = ByteBuffer.wrap(part);
    }

    static boolean isBefore(final byte[] part) {
        return part[VERSION_OFFSET] == BEFORE;
    }

    static byte[] of(final byte[] part) {
        return new OrdersPartBefore(part).convert();
    }

    private byte[] convert() {
        copy(Integer.BYTES + Long.BYTES);
        in.get();
        list(() -> {
            copy(2 * Long.BYTES);
            list(this::order);
            list(this::order);
            fills();
            list(this::client);
        });
        list(this::client);
        if (in.hasRemaining()) {
            throw new IllegalStateException("the part has more bytes than its lists: " + in.remaining());
        }
        final byte[] converted = out.toByteArray();
        converted[VERSION_OFFSET] = BEFORE;
        return converted;
    }

    private void list(final Runnable element) {
        final int count = in.getInt(in.position());
        copy(Integer.BYTES);
        for (int i = 0; i < count; i++) {
            element.run();
        }
    }

    private void fills() {
        list(() -> copy(FILL));
    }

    private void order() {
        copy(ORDER_TO_NOTIONAL);
        copy(1 + (in.get(in.position()) & 0xFF));
        copy(Long.BYTES + 1);
        text();
        copy(3 * Long.BYTES);
        final int more = in.get();
        if ((more & MET) != 0) {
            in.position(in.position() + 2 * Long.BYTES);
        }
        if ((more & SAID) != 0) {
            in.getLong();
            final int terms = Integer.bitCount(in.getInt());
            in.position(in.position() + terms * Long.BYTES);
        }
    }

    private void client() {
        copy(Long.BYTES);
        text();
        copy(4 * Long.BYTES + Integer.BYTES);
        final boolean hasOrder = in.get(in.position()) != 0;
        copy(1);
        if (hasOrder) {
            order();
        }
        fills();
        copy(2);
    }

    private void text() {
        copy(Short.BYTES + in.getShort(in.position()));
    }

    private void copy(final int length) {
        final byte[] bytes = new byte[length];
        in.get(bytes);
        out.writeBytes(bytes);
    }
}
