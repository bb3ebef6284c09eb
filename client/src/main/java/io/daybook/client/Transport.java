package io.daybook.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connected socket that never blocks, with or without TLS. Used by the I/O thread. */
interface Transport extends Closeable {
    /** Continues the handshake, and returns whether it is over. */
    boolean handshake() throws IOException;

    /** Reads the available bytes; returns their number, 0 for none, or −1 at the end. */
    int read(ByteBuffer target) throws IOException;

    /**
     * Writes as many bytes as the socket takes; returns whether none is left, in the source or in this object's
     * buffers.
     */
    boolean write(ByteBuffer source) throws IOException;
}
