package io.daybook.server.identity;

import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A key.
 *
 * @param number 262,144 to 524,287; never reused
 * @param name the name that people use
 * @param kind the kind of proof
 * @param roles the rights of the key
 * @param accounts the users for whom it may trade
 * @param from the addresses from which it may be used; empty for all
 * @param expiresMs the time at which it expires, ms since the epoch; 0 for never
 * @param ended whether it was ended
 */
public record ApiKey(
        int number,
        String name,
        KeyKind kind,
        Set<Role> roles,
        List<Account> accounts,
        List<AddressRange> from,
        long expiresMs,
        boolean ended) {

    /** The first number of a key; smaller numbers belong to members.json. */
    public static final int FIRST = 262_144;

    /** The last number. */
    public static final int LAST = 524_287;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@ -]{0,63}");

    /** Checks the ranges, and copies the lists. */
    public ApiKey {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the name of a key must be of 1 to 64 letters, digits, blanks and . _ @ -, and begin with a letter"
                            + " or digit");
        }
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("a key must have a role: viewer, trader, operator or admin");
        }
        if (roles.contains(Role.TRADER) == accounts.isEmpty()) {
            throw new IllegalArgumentException(
                    "a key with the role trader must have accounts, and other keys must have none: accounts="
                            + accounts.size());
        }
        if (expiresMs < 0) {
            throw new IllegalArgumentException("expiresMs must be 0 or a time: expiresMs=" + expiresMs);
        }
        roles = Set.copyOf(roles);
        accounts = List.copyOf(accounts);
        from = List.copyOf(from);
    }

    /** The name of the key in requests. */
    public String id() {
        return "k" + number;
    }

    /** Returns whether the key is valid at a time, from an address. */
    public boolean counts(final long nowMs, final InetAddress address) {
        return !ended
                && (expiresMs == 0 || nowMs < expiresMs)
                && (from.isEmpty() || from.stream().anyMatch(range -> range.contains(address)));
    }
}
