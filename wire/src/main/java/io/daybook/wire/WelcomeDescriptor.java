package io.daybook.wire;

import static io.daybook.wire.Frame.HEADER_LENGTH;

/**
 * WELCOME, the answer to a login. Offsets count from the block's start.
 *
 * <pre>
 * 0                 8             16             24                    40                44          48            56
 * | lastRequest u64 | nextOut u64 | firstOut u64 | exchangeId 16 bytes | heartbeatMs u32 | flags u32 | history u64 |
 * </pre>
 *
 * <p>{@code lastRequest} is N, the last request that was carried out or refused. {@code nextOut} is the number of the
 * next new message of the stream, {@code firstOut} the number of the oldest kept message. Flag 1: a loss of power can
 * lose answers. Flag 2: history was lost, so the fate of requests without an answer in the stream is unknown.
 * {@code history} is 0 until the venue is restored from a backup; a block without it means 0.
 */
public final class WelcomeDescriptor {
    public static final int BLOCK_LENGTH = 56;

    /** The block length that a venue of an earlier version sends. */
    private static final int LEAST_LENGTH = 48;

    public static final int EXCHANGE_ID_LENGTH = 16;

    private static final int LAST_REQUEST_OFFSET = HEADER_LENGTH;
    private static final int NEXT_OUT_OFFSET = HEADER_LENGTH + 8;
    private static final int FIRST_OUT_OFFSET = HEADER_LENGTH + 16;
    private static final int EXCHANGE_ID_OFFSET = HEADER_LENGTH + 24;
    private static final int HEARTBEAT_MS_OFFSET = HEADER_LENGTH + 40;
    private static final int FLAGS_OFFSET = HEADER_LENGTH + 44;

    private static final int HISTORY_OFFSET = HEADER_LENGTH + 48;

    private static final int LOSS_ON_POWER_FAILURE = 1;
    private static final int HISTORY_LOST = 2;

    private WelcomeDescriptor() {}

    /**
     * Writes the message, and returns its length.
     *
     * @param exchangeId {@value #EXCHANGE_ID_LENGTH} bytes
     */
    public static int encode(
            final byte[] bytes,
            final int offset,
            final long lastRequest,
            final long nextOut,
            final long firstOut,
            final byte[] exchangeId,
            final int heartbeatMs,
            final boolean lossOnPowerFailure) {
        Bytes.putI64(bytes, offset + LAST_REQUEST_OFFSET, lastRequest);
        Bytes.putI64(bytes, offset + NEXT_OUT_OFFSET, nextOut);
        Bytes.putI64(bytes, offset + FIRST_OUT_OFFSET, firstOut);
        System.arraycopy(exchangeId, 0, bytes, offset + EXCHANGE_ID_OFFSET, EXCHANGE_ID_LENGTH);
        Bytes.putI32(bytes, offset + HEARTBEAT_MS_OFFSET, heartbeatMs);
        Bytes.putI32(bytes, offset + FLAGS_OFFSET, lossOnPowerFailure ? LOSS_ON_POWER_FAILURE : 0);
        Bytes.putI64(bytes, offset + HISTORY_OFFSET, 0);
        return Frame.encode(bytes, offset, Templates.WELCOME, BLOCK_LENGTH);
    }

    /**
     * Adds the venue's history to a written message.
     *
     * @param isLost whether the fate of requests without an answer is unknown
     */
    public static void putHistory(final byte[] bytes, final int offset, final long history, final boolean isLost) {
        final int flags = Bytes.getI32(bytes, offset + FLAGS_OFFSET) & ~HISTORY_LOST;
        Bytes.putI32(bytes, offset + FLAGS_OFFSET, isLost ? flags | HISTORY_LOST : flags);
        Bytes.putI64(bytes, offset + HISTORY_OFFSET, history);
    }

    public static long lastRequest(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + LAST_REQUEST_OFFSET);
    }

    public static long nextOut(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + NEXT_OUT_OFFSET);
    }

    public static long firstOut(final byte[] bytes, final int offset) {
        return Bytes.getI64(bytes, offset + FIRST_OUT_OFFSET);
    }

    /** Copies the {@value #EXCHANGE_ID_LENGTH} bytes of the exchange's id. */
    public static void copyExchangeId(final byte[] bytes, final int offset, final byte[] target) {
        System.arraycopy(bytes, offset + EXCHANGE_ID_OFFSET, target, 0, EXCHANGE_ID_LENGTH);
    }

    public static int heartbeatMs(final byte[] bytes, final int offset) {
        return Bytes.getI32(bytes, offset + HEARTBEAT_MS_OFFSET);
    }

    public static boolean lossOnPowerFailure(final byte[] bytes, final int offset) {
        return (Bytes.getI32(bytes, offset + FLAGS_OFFSET) & LOSS_ON_POWER_FAILURE) != 0;
    }

    /** Returns whether the fate of requests without an answer in the stream is unknown. */
    public static boolean isHistoryLost(final byte[] bytes, final int offset) {
        return (Bytes.getI32(bytes, offset + FLAGS_OFFSET) & HISTORY_LOST) != 0;
    }

    /** The number of the venue's history; 0 until the venue is restored from a backup. */
    public static long history(final byte[] bytes, final int offset) {
        return Frame.blockLength(bytes, offset) < BLOCK_LENGTH ? 0 : Bytes.getI64(bytes, offset + HISTORY_OFFSET);
    }

    static int check(final byte[] bytes, final int offset) {
        final int size = Frame.checkSize(bytes, offset, LEAST_LENGTH);
        if (size != Frame.OK) {
            return size;
        }
        if (lastRequest(bytes, offset) < 0 || lastRequest(bytes, offset) > OrderNumbers.MAX_REQUEST) {
            return LAST_REQUEST_OFFSET;
        }
        if (nextOut(bytes, offset) < 1) {
            return NEXT_OUT_OFFSET;
        }
        if (firstOut(bytes, offset) < 1 || firstOut(bytes, offset) > nextOut(bytes, offset)) {
            return FIRST_OUT_OFFSET;
        }
        final int heartbeatMs = heartbeatMs(bytes, offset);
        return heartbeatMs < LoginDescriptor.MIN_HEARTBEAT_MS || heartbeatMs > LoginDescriptor.MAX_HEARTBEAT_MS
                ? HEARTBEAT_MS_OFFSET
                : Frame.OK;
    }
}
