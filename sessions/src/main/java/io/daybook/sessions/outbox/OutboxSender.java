package io.daybook.sessions.outbox;

import io.daybook.sessions.hops.VenueHops;
import io.daybook.wire.Frame;
import io.daybook.wire.Templates;
import java.io.IOException;

/**
 * Sends the messages of an outbox over a transport, from a number on, as far as there is room: from memory if the
 * transport keeps up, otherwise from the files. Used by the thread that owns the sessions.
 */
public final class OutboxSender {
    private static final int MAX_CHUNK_BYTES = 64 << 10;

    /** The limit of chunks per call, so that no connection holds up the others by its backlog. */
    private static final int CHUNKS_AT_ONCE = 4;

    private final Outbox outbox;
    private final OutboxReader reader;
    private final Transport transport;
    private final long unsentBytes;
    private final VenueHops hops;

    /** The limit of bytes that are read at once. */
    private final int chunkBytes;

    /** The number of the next message to send. */
    private long next;

    private boolean isReaderThere;
    private long messages;

    /**
     * Creates a sender that has sent nothing.
     *
     * @param next the number of the first message to send
     * @param unsentBytes the limit of queued bytes that the network has not taken
     * @param hops records when answers are sent
     */
    public OutboxSender(
            final Outbox outbox,
            final Transport transport,
            final long next,
            final long unsentBytes,
            final VenueHops hops) {
        this.outbox = outbox;
        this.transport = transport;
        this.next = next;
        this.unsentBytes = unsentBytes;
        this.hops = hops;
        this.chunkBytes = (int) Math.min(MAX_CHUNK_BYTES, unsentBytes / 2);
        this.reader = new OutboxReader(outbox, chunkBytes);
    }

    /** The number of the next message to send. */
    public long next() {
        return next;
    }

    /** The number of messages that were sent. */
    public long messages() {
        return messages;
    }

    /** Returns whether there are written messages that were not sent. */
    public boolean isLagging() {
        return next < outbox.writtenNext();
    }

    /**
     * Sends the last written messages that the outbox still has as pending.
     *
     * @return whether they were sent; if not, {@link #pump} sends them later
     */
    public boolean sendPending() {
        if (next != outbox.pendingFirst() || transport.unsent() + outbox.pendingLength() > unsentBytes) {
            return false;
        }
        send(outbox.pending(), 0, outbox.pendingLength());
        next = outbox.next();
        isReaderThere &= reader.passed(outbox.pendingLength());
        return true;
    }

    /**
     * Sends messages from the files, as far as there is room.
     *
     * @return whether some were sent
     */
    public boolean pump() throws IOException {
        if (isOvertaken()) {
            return false;
        }
        if (!isReaderThere) {
            reader.seek(next);
            isReaderThere = true;
        }
        boolean isSent = false;
        for (int i = 0; i < CHUNKS_AT_ONCE && transport.unsent() + chunkBytes <= unsentBytes; i++) {
            final int length = reader.read();
            if (length < 0) {
                break;
            }
            send(reader.records(), reader.offset(), length);
            next = reader.next();
            isSent = true;
        }
        return isSent;
    }

    private void send(final byte[] records, final int offset, final int length) {
        int at = offset;
        while (at < offset + length) {
            final int message = OutboxFormat.length(records, at);
            if (hops.isDue(OutboxFormat.seq(records, at))
                    && Frame.template(records, at + OutboxFormat.RECORD_LENGTH) == Templates.ANSWER) {
                hops.onSending(OutboxFormat.seq(records, at));
            }
            transport.send(records, at + OutboxFormat.RECORD_LENGTH, message);
            at += OutboxFormat.RECORD_LENGTH + message;
            messages++;
        }
    }

    /**
     * Returns whether the next message is no longer stored, because the client reads more slowly than its stream is
     * retired.
     */
    private boolean isOvertaken() {
        return isLagging() && next < outbox.firstOut();
    }

    /**
     * Returns the number of bytes of the files that are still to be sent; more than any limit if some of them no longer
     * exist.
     */
    public long behind() {
        if (isOvertaken()) {
            return Long.MAX_VALUE >> 1;
        }
        return isReaderThere && isLagging() ? reader.behind() : 0;
    }

    /** Closes the open file. */
    public void close() throws IOException {
        reader.close();
    }
}
