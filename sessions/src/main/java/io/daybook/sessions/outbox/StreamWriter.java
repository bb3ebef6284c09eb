package io.daybook.sessions.outbox;

import java.io.UncheckedIOException;
import java.util.Arrays;

/** Appends messages to the streams of sessions, and keeps the list of streams with unwritten messages. */
public final class StreamWriter {
    private static final int FIRST_DIRTY = 16;

    private SessionStream[] dirty = new SessionStream[FIRST_DIRTY];
    private int dirtyCount;
    private boolean isWide;

    /** Appends the next message to a stream; see {@link Outbox#append}. */
    public void append(
            final SessionStream to,
            final long seq,
            final int ordinal,
            final long timeNs,
            final byte[] message,
            final int length) {
        to.nextOut++;
        to.outbox().append(seq, ordinal, timeNs, message, length);
        isWide |= to.outbox().isWide();
        if (!to.isDirty) {
            to.isDirty = true;
            if (dirtyCount == dirty.length) {
                dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
            }
            dirty[dirtyCount++] = to;
        }
    }

    /** The number of sessions with unwritten messages. */
    public int dirtyCount() {
        return dirtyCount;
    }

    /** Returns one of these sessions. */
    public SessionStream dirty(final int index) {
        return dirty[index];
    }

    /** Returns whether a session has so many messages that they should be written before more come. */
    public boolean isWide() {
        return isWide;
    }

    /** Marks the messages of all sessions as written. */
    public void written() {
        isWide = false;
        for (int i = 0; i < dirtyCount; i++) {
            dirty[i].isDirty = false;
        }
        dirtyCount = 0;
    }

    /**
     * Writes all messages, or throws. Used if there is no receiver.
     *
     * @throws UncheckedIOException if the disk refuses them
     */
    public void writeAll() {
        for (int i = 0; i < dirtyCount; i++) {
            final Outbox outbox = dirty[i].outbox();
            if (!outbox.write()) {
                throw new UncheckedIOException(outbox.failure());
            }
            outbox.clear();
        }
        written();
    }
}
