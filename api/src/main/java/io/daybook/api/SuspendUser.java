package io.daybook.api;

/**
 * Keeps a user from placing and moving orders. Resting orders stay.
 *
 * @param uid user
 */
public record SuspendUser(long uid) implements Command {
    @Override
    public CommandType type() {
        return CommandType.SUSPEND_USER;
    }
}
