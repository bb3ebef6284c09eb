package io.daybook.api;

/**
 * Asks for everything that a user has.
 *
 * @param uid user
 */
public record UserReportQuery(long uid) implements Query<UserReport> {
    @Override
    public CommandType type() {
        return CommandType.USER_REPORT;
    }
}
