package io.daybook.cluster.log;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.ClusterTimeUnit;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.cluster.codecs.SnapshotMark;
import io.aeron.cluster.codecs.SnapshotMarkerDecoder;
import io.aeron.cluster.codecs.TimerEventDecoder;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.ReplySink;
import java.io.IOException;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a log as the service of a node does, message by message: the same requests, timers and times lead to the
 * same state. Replies are dropped. Used by one thread.
 */
final class LogReplay implements AutoCloseable {
    private static final ReplySink NOBODY = (bytes, offset, length) -> {};

    private final ClusterState state;
    private final LogPrincipals principals;
    private final RecordingReader reader;
    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private final SessionMessageHeaderDecoder session = new SessionMessageHeaderDecoder();
    private final TimerEventDecoder timer = new TimerEventDecoder();

    /**
     * Replays from a place of the log on.
     *
     * @param principals the rights of the connections that are open there
     */
    LogReplay(final ClusterState state, final LogPrincipals principals, final RecordingReader reader) {
        this.state = state;
        this.principals = principals;
        this.reader = reader;
    }

    /** Returns whether a log has a message for the service; true if its beginning was purged. */
    static boolean hasCommand(final Recording log) throws IOException {
        if (log.startPosition() > 0) {
            return true;
        }
        final UnsafeBuffer buffer = new UnsafeBuffer();
        final MessageHeaderDecoder head = new MessageHeaderDecoder();
        try (RecordingReader reader = new RecordingReader(log, 0, Long.MAX_VALUE)) {
            while (reader.next()) {
                if (reader.length() < MessageHeaderDecoder.ENCODED_LENGTH) {
                    return true;
                }
                buffer.wrap(reader.message(), 0, reader.length());
                head.wrap(buffer, 0);
                if (head.schemaId() != MessageHeaderDecoder.SCHEMA_ID
                        || head.templateId() == SessionMessageHeaderDecoder.TEMPLATE_ID
                        || head.templateId() == TimerEventDecoder.TEMPLATE_ID) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Carries out the next message; returns false at the end. */
    boolean next() throws IOException {
        if (!reader.next()) {
            return false;
        }
        if (!wrap(reader)) {
            throw new ClusterLogException(
                    "the message at position " + reader.messagePosition() + " is not one of a cluster's log");
        }
        if (head.templateId() == SessionMessageHeaderDecoder.TEMPLATE_ID) {
            session.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, head.blockLength(), head.version());
            state.onRequest(
                    principals.of(session.clusterSessionId()),
                    reader.message(),
                    AeronCluster.SESSION_HEADER_LENGTH,
                    reader.length() - AeronCluster.SESSION_HEADER_LENGTH,
                    session.timestamp(),
                    false,
                    NOBODY);
        } else if (head.templateId() == TimerEventDecoder.TEMPLATE_ID) {
            timer.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, head.blockLength(), head.version());
            state.onTimer(timer.timestamp());
        } else {
            principals.onMessage(buffer, head);
        }
        return true;
    }

    private boolean wrap(final RecordingReader from) {
        buffer.wrap(from.message(), 0, from.length());
        if (from.length() < MessageHeaderDecoder.ENCODED_LENGTH) {
            return false;
        }
        head.wrap(buffer, 0);
        return head.schemaId() == MessageHeaderDecoder.SCHEMA_ID;
    }

    /** The position of the last message. */
    long messagePosition() {
        return reader.messagePosition();
    }

    /** The position after the last message. */
    long position() {
        return reader.position();
    }

    boolean isTorn() {
        return reader.isTorn();
    }

    /**
     * Restores a snapshot into a new state.
     *
     * @param principals receives the connections that were open there
     * @throws ClusterLogException if it is malformed
     * @throws io.daybook.engine.state.SnapshotContentException if its content is damaged
     */
    static void restore(final ClusterState state, final LogPrincipals principals, final Recording snapshot)
            throws IOException {
        try (RecordingReader reader = new RecordingReader(snapshot, snapshot.startPosition(), Long.MAX_VALUE)) {
            takeSessions(snapshot, principals, reader);
            state.restore(() -> chunk(reader));
        }
    }

    /** Reads the sessions, which Aeron writes between two marks before the state of the service. */
    private static void takeSessions(
            final Recording snapshot, final LogPrincipals principals, final RecordingReader reader) throws IOException {
        final UnsafeBuffer buffer = new UnsafeBuffer();
        final MessageHeaderDecoder head = new MessageHeaderDecoder();
        final SnapshotMarkerDecoder marker = new SnapshotMarkerDecoder();
        while (reader.next()) {
            buffer.wrap(reader.message(), 0, reader.length());
            head.wrap(buffer, 0);
            if (head.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
                break;
            }
            if (head.templateId() == SnapshotMarkerDecoder.TEMPLATE_ID) {
                marker.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH, head.blockLength(), head.version());
                if (marker.mark() == SnapshotMark.END && marker.timeUnit() == ClusterTimeUnit.NANOS) {
                    return;
                }
            } else {
                principals.onMessage(buffer, head);
            }
        }
        throw new ClusterLogException(
                snapshot.file(snapshot.startPosition()) + " is not a snapshot of a service; use one of another node");
    }

    private static byte @Nullable [] chunk(final RecordingReader reader) {
        try {
            return reader.next() ? Arrays.copyOf(reader.message(), reader.length()) : null;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
