package io.daybook.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connected socket that never blocks, bare or under TLS. Used by the I/O thread. */
interface Transport extends Closeable {
    /** Continues the handshake, and returns whether it is over. */
    boolean handshake() throws IOException;

    /** Reads what is there: the bytes, 0 for none, −1 for the end. */
    int read(ByteBuffer target) throws IOException;

    /** Takes as many bytes as it can; returns whether none is left, in the source or in its own buffers. */
    boolean write(ByteBuffer source) throws IOException;
}
