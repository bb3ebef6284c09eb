package io.daybook.sessions.audit;

/**
 * The log of logins, disconnections and changes by operators. Orders are not logged here, because the journal has them.
 * Called by any thread, one event at a time; must not throw, and gets no secret.
 */
@FunctionalInterface
public interface AuditLog {

    /** Writes an event, with the time of the call. */
    void write(AuditEvent event);

    /** Returns a log that stores nothing. */
    static AuditLog none() {
        return event -> {};
    }
}
