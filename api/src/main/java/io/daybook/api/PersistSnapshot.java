package io.daybook.api;

/**
 * Takes a consistent snapshot of all state at this place in the order of commands. Without a journal nothing is
 * written.
 */
public record PersistSnapshot() implements Command {
    @Override
    public CommandType type() {
        return CommandType.PERSIST_SNAPSHOT;
    }
}
