package io.daybook.gateway.session;

/** Refuses requests of sessions for additional reasons. Called by the gateway's thread. */
@FunctionalInterface
public interface RequestGate {
    /** Refuses nothing. */
    RequestGate OPEN = (session, bytes, offset) -> 0;

    /**
     * Checks a request. A refusal is answered and journaled like every refusal of the gateway.
     *
     * @param bytes hold the frame of the request at {@code offset}
     * @return the code of a {@link io.daybook.wire.GatewayCode}; 0 to let it pass
     */
    int refusal(int session, byte[] bytes, int offset);
}
