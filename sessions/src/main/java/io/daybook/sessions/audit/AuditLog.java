package io.daybook.sessions.audit;

/**
 * The log of logins, their ends, and changes by operators. The flow of orders is not written here: that is the
 * journal's. Called by any thread, one event after the other; must not throw, and gets no secret.
 */
@FunctionalInterface
public interface AuditLog {

    /** Writes an event, with the time of the call. */
    void write(AuditEvent event);

    /** A log that keeps nothing. */
    static AuditLog none() {
        return event -> {};
    }
}
