package io.daybook.server.http;

import io.daybook.server.identity.Role;
import java.util.EnumSet;
import java.util.Set;

/** The callers that may use a route. */
public enum Access {
    /** All callers, with or without a key. */
    PUBLIC(EnumSet.noneOf(Role.class)),
    /** All callers if market data is public; otherwise every key. */
    MARKET(EnumSet.allOf(Role.class)),
    /** Every key. */
    ANY(EnumSet.allOf(Role.class)),
    /** Keys that may see the venue. */
    VIEWER(EnumSet.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN)),
    /** Keys that may trade. */
    TRADER(EnumSet.of(Role.TRADER)),
    /** Keys that run the venue. */
    OPERATOR(EnumSet.of(Role.OPERATOR, Role.ADMIN)),
    /** Keys that may make other keys, with any role. */
    ADMIN(EnumSet.of(Role.ADMIN));

    @SuppressWarnings("ImmutableEnumChecker") // the set is private and never changed
    private final Set<Role> roles;

    Access(final Set<Role> roles) {
        this.roles = roles;
    }

    /** Returns whether one of these roles suffices. */
    public boolean allows(final Set<Role> had) {
        return had.stream().anyMatch(roles::contains);
    }
}
