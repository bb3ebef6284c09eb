package io.daybook.cluster.log;

import io.aeron.cluster.codecs.ClientSessionDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionCloseEventDecoder;
import io.aeron.cluster.codecs.SessionOpenEventDecoder;
import io.daybook.cluster.state.Principal;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

/** The rights of the connections of a log, from its messages and the snapshots of a service. Used by one thread. */
final class LogPrincipals {
    private final Long2ObjectHashMap<Principal> byConnection = new Long2ObjectHashMap<>();
    private final SessionOpenEventDecoder opened = new SessionOpenEventDecoder();
    private final SessionCloseEventDecoder closed = new SessionCloseEventDecoder();
    private final ClientSessionDecoder kept = new ClientSessionDecoder();

    /** The rights of a connection; none if it is not open. */
    Principal of(final long connection) {
        final Principal known = byConnection.get(connection);
        return known == null ? Principal.NONE : known;
    }

    /** Handles a message; most do not concern connections. */
    void onMessage(final DirectBuffer buffer, final MessageHeaderDecoder head) {
        final int offset = MessageHeaderDecoder.ENCODED_LENGTH;
        switch (head.templateId()) {
            case SessionOpenEventDecoder.TEMPLATE_ID -> {
                opened.wrap(buffer, offset, head.blockLength(), head.version());
                opened.skipResponseChannel();
                final byte[] principal = new byte[opened.encodedPrincipalLength()];
                opened.getEncodedPrincipal(principal, 0, principal.length);
                byConnection.put(opened.clusterSessionId(), Principal.decode(principal));
            }
            case SessionCloseEventDecoder.TEMPLATE_ID -> {
                closed.wrap(buffer, offset, head.blockLength(), head.version());
                byConnection.remove(closed.clusterSessionId());
            }
            case ClientSessionDecoder.TEMPLATE_ID -> {
                kept.wrap(buffer, offset, head.blockLength(), head.version());
                kept.skipResponseChannel();
                final byte[] principal = new byte[kept.encodedPrincipalLength()];
                kept.getEncodedPrincipal(principal, 0, principal.length);
                byConnection.put(kept.clusterSessionId(), Principal.decode(principal));
            }
            default -> {
                // messages about terms, actions and marks
            }
        }
    }
}
