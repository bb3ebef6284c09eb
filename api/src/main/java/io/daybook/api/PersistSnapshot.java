package io.daybook.api;

/** Asks for a consistent snapshot of all state at this place in the order. Without a journal nothing is written. */
public record PersistSnapshot() implements Command {
    @Override
    public CommandType type() {
        return CommandType.PERSIST_SNAPSHOT;
    }
}
