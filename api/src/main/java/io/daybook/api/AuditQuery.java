package io.daybook.api;

/** Asks whether the books of account balance; costs a walk over the whole state. */
public record AuditQuery() implements Query<AuditReport> {
    @Override
    public CommandType type() {
        return CommandType.AUDIT;
    }
}
