package io.daybook.server.identity;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rights of a key; a key may have several roles. */
public enum Role {
    /** Sees the venue: metrics, users, the journal's state. */
    VIEWER,
    /** Trades for its accounts. */
    TRADER,
    /** Runs the venue: users, deposits, halts, snapshots; sees what a viewer sees. */
    OPERATOR,
    /** Keys and roles of others, and what an operator may. */
    ADMIN;

    /** Its text. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role that is written so, or null. */
    public static @Nullable Role of(final String text) {
        for (final Role role : values()) {
            if (role.text().equals(text)) {
                return role;
            }
        }
        return null;
    }
}
