package io.daybook.sessions.outbox;

/**
 * One connection to a client as the session layer sees it: bytes out, and whether bytes may come in. Used by the thread
 * that owns the sessions; must not call back.
 */
public interface Transport {

    /** Queues bytes, which are copied. */
    void send(byte[] bytes, int offset, int length);

    /** Hands what is queued to the network. */
    void flush();

    /** The number of queued bytes that the network has not taken. */
    long unsent();

    /** The number of bytes that the network has taken so far. */
    long sent();

    /** Whether more is to be read. */
    void reading(boolean wanted);

    /** Ends the connection once what is queued was given a chance. Called once. */
    void close();
}
