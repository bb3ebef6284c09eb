package io.daybook.sessions.audit;

/** The events of an {@link AuditLog}. The log escapes everything but ASCII in texts that a stranger chose. */
public sealed interface AuditEvent {

    /** A session logged in: its LOGON came back from the journal. */
    record LoggedIn(int session, String member, String address, String program, long lastRequest)
            implements AuditEvent {}

    /** A login was refused. The session is the number that the client sent, and may not exist. */
    record LoginRefused(long session, String address, String reason) implements AuditEvent {}

    /** Connections were closed before a login; {@code count} of them since the last such line. */
    record ConnectionsRefused(String address, String reason, long count) implements AuditEvent {}

    /**
     * A connection of a session ended.
     *
     * @param reason the word of the BYE, or how the socket ended
     * @param requests the number of requests that were read from it
     * @param messages the number of messages that were sent on it
     * @param refusals the number of answers with a refusal of the gateway
     */
    record Ended(int session, String member, String address, String reason, long requests, long messages, long refusals)
            implements AuditEvent {}

    /** The gateway cancelled the live orders of a session after its grace. */
    record OrdersCancelled(int session, String member, long orders) implements AuditEvent {}

    /** Another {@code members.json} is in force from now on. */
    record MembersReloaded(int sessions, int added, int changed, int removed) implements AuditEvent {}

    /** A {@code members.json} was refused as a whole; the earlier one stays in force. */
    record ReloadRefused(String fault) implements AuditEvent {}

    /** A session was reset from a shell, or the gateway ended a day of FIX. */
    record AdminAct(String who, String act, String detail) implements AuditEvent {}

    /** The gateway opened its door. */
    record Started(String address, int sessions) implements AuditEvent {}

    /** The gateway closed its door. */
    record Stopped(String reason) implements AuditEvent {}
}
