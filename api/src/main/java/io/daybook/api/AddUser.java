package io.daybook.api;

/**
 * Opens a user without any money.
 *
 * @param uid user, ≥ 1, not yet known
 */
public record AddUser(long uid) implements Command {
    @Override
    public CommandType type() {
        return CommandType.ADD_USER;
    }
}
