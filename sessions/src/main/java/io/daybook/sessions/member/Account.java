package io.daybook.sessions.member;

/**
 * A user whom a session may act for, under its member's name for it.
 *
 * @param name 1 to 32 printable ASCII characters without blanks
 * @param uid user of the exchange, ≥ 1
 */
public record Account(String name, long uid) {
    private static final int MAX_NAME_LENGTH = 32;

    /** Checks both. */
    public Account {
        Names.require("account", name, MAX_NAME_LENGTH);
        if (uid < 1) {
            throw new IllegalArgumentException("uid of an account must be at least 1: account=" + name + " uid=" + uid);
        }
    }
}
