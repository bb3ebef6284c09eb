package io.daybook.server.http;

import io.daybook.server.identity.Role;
import java.util.EnumSet;
import java.util.Set;

/** Who may use a route. */
public enum Access {
    /** Everybody. */
    PUBLIC(EnumSet.noneOf(Role.class)),
    /** Everybody, where market data is public; else every key. */
    MARKET(EnumSet.allOf(Role.class)),
    /** Every key. */
    ANY(EnumSet.allOf(Role.class)),
    /** Who may see the venue. */
    VIEWER(EnumSet.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)),
    /** Who may trade. */
    TRADER(EnumSet.of(Role.TRADER)),
    /** Who runs the venue. */
    OPERATOR(EnumSet.of(Role.OPERATOR, Role.ADMIN)),
    /** Who gives keys and roles. */
    ADMIN(EnumSet.of(Role.ADMIN));

    @SuppressWarnings("ImmutableEnumChecker") // nobody outside sees it, and nothing here changes it
    private final Set<Role> roles;

    Access(final Set<Role> roles) {
        this.roles = roles;
    }

    /** Whether one of these roles will do. */
    public boolean allows(final Set<Role> had) {
        return had.stream().anyMatch(roles::contains);
    }
}
