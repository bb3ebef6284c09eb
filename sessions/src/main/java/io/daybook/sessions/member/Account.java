package io.daybook.sessions.member;

/**
 * A user that a session may act for, under the name that its member uses.
 *
 * @param name 1 to 32 printable ASCII characters without blanks
 * @param uid the user of the exchange, ≥ 1
 */
public record Account(String name, long uid) {
    private static final int MAX_NAME_LENGTH = 32;

    /** Checks name and uid. */
    public Account {
        Names.require("account", name, MAX_NAME_LENGTH);
        if (uid < 1) {
            throw new IllegalArgumentException("uid of an account must be at least 1: account=" + name + " uid=" + uid);
        }
    }
}
