package io.daybook.sessions.outbox;

/**
 * One connection to a client, for the session layer: it sends bytes, and switches reading on and off. Used by the
 * thread that owns the sessions; must not call back.
 */
public interface Transport {

    /** Queues a copy of some bytes. */
    void send(byte[] bytes, int offset, int length);

    /** Passes the queued bytes to the network. */
    void flush();

    /** The number of queued bytes that the network has not taken. */
    long unsent();

    /** The number of bytes that the network has taken so far. */
    long sent();

    /** Switches the reading of further bytes on or off. */
    void reading(boolean wanted);

    /** Ends the connection, after an attempt to send the queued bytes. Called once. */
    void close();
}
