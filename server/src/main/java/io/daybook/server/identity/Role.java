package io.daybook.server.identity;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rights of a key; a key may have several roles. */
public enum Role {
    /** May read the venue's metrics, users and state of the journal. */
    VIEWER,
    /** May trade for its accounts. */
    TRADER,
    /** May run the venue: users, deposits, halts, snapshots; and has the rights of a viewer. */
    OPERATOR,
    /** May make keys with any role, and has the rights of an operator. */
    ADMIN;

    /** The text of the role in requests and files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role with a text, or null. */
    public static @Nullable Role of(final String text) {
        for (final Role role : values()) {
            if (role.text().equals(text)) {
                return role;
            }
        }
        return null;
    }
}
