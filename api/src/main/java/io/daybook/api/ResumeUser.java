package io.daybook.api;

/**
 * Lets a suspended user trade again.
 *
 * @param uid user
 */
public record ResumeUser(long uid) implements Command {
    @Override
    public CommandType type() {
        return CommandType.RESUME_USER;
    }
}
