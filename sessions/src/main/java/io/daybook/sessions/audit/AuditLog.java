package io.daybook.sessions.audit;

/**
 * Where a gateway writes who came, who went and who changed what. The flow of orders is not written here: that is the
 * journal's. Called by any thread, one event after the other; must not throw, and gets no secret.
 */
@FunctionalInterface
public interface AuditLog {

    /** Writes an event, with the time of the call. */
    void write(AuditEvent event);

    /** For those who keep none. */
    static AuditLog none() {
        return event -> {};
    }
}
