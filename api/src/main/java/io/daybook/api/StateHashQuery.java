package io.daybook.api;

/** Asks for a hash of the whole logical state. */
public record StateHashQuery() implements Query<StateHashReport> {
    @Override
    public CommandType type() {
        return CommandType.STATE_HASH;
    }
}
