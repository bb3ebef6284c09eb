package io.daybook.wire;

/** The client's HEARTBEAT and LOGOUT, whose blocks are empty. */
public final class EmptyDescriptor {
    public static final int BLOCK_LENGTH = 0;

    private EmptyDescriptor() {}

    /** Writes a HEARTBEAT of the client, and returns its length. */
    public static int encodeHeartbeat(final byte[] bytes, final int offset) {
        return Frame.encode(bytes, offset, Templates.CLIENT_HEARTBEAT, BLOCK_LENGTH);
    }

    /** Writes a LOGOUT, and returns its length. */
    public static int encodeLogout(final byte[] bytes, final int offset) {
        return Frame.encode(bytes, offset, Templates.LOGOUT, BLOCK_LENGTH);
    }
}
