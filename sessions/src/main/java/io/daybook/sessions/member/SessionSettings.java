package io.daybook.sessions.member;

import io.daybook.host.RateLimit;
import io.daybook.wire.OrderNumbers;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one session in {@code members.json}. Immutable.
 *
 * @param session the number, 1 to 524,287: up to {@link #MAX_FILE_SESSION} from the file, above it API keys of a server
 * @param member the member that owns it: 1 to 32 printable ASCII characters without blanks
 * @param protocol the protocol of its door
 * @param retired whether it may not log in any more; its number stays taken
 * @param accounts the users for whom it may act, by ascending uid
 * @param rights its rights; {@link Right#DROPCOPY} excludes {@link Right#TRADE}
 * @param cancelOnDisconnect the ends of a connection that cancel its orders
 * @param graceMs the time after such an end before its orders are cancelled, in which it may log in again: 0 to
 *     86,400,000
 * @param from the addresses from which it may log in; empty for any
 * @param limit the limit of its request rate
 * @param secrets the one or two valid secrets; none only if it is retired
 * @param compId the member's CompID; FIX only
 * @param venue the venue's CompID; FIX only
 * @param resetOnDisconnect whether each end of a connection resets its numbers and forgets its closed orders; FIX only,
 *     for tests
 */
public record SessionSettings(
        int session,
        String member,
        Protocol protocol,
        boolean retired,
        List<Account> accounts,
        Set<Right> rights,
        CancelOnDisconnect cancelOnDisconnect,
        long graceMs,
        List<AddressRange> from,
        RateLimit limit,
        List<Secret> secrets,
        @Nullable String compId,
        @Nullable String venue,
        boolean resetOnDisconnect) {
    /** The largest number of a session in {@code members.json}. */
    public static final int MAX_FILE_SESSION = 262_143;

    /** The grace of a session that sets none. */
    public static final long DEFAULT_GRACE_MS = 5_000;

    private static final int MAX_NAME_LENGTH = 32;
    /** The longest grace: a day. */
    public static final long MAX_GRACE_MS = 86_400_000;

    private static final int MAX_SECRETS = 2;

    /** Copies and sorts the lists, and checks all rules that need no other session. */
    public SessionSettings {
        require(
                session >= 1 && session <= OrderNumbers.MAX_SESSION,
                "session must be from 1 to " + OrderNumbers.MAX_SESSION,
                session);
        Names.require("member", member, MAX_NAME_LENGTH);
        accounts =
                accounts.stream().sorted(Comparator.comparingLong(Account::uid)).toList();
        final Set<String> names = new HashSet<>();
        for (int i = 0; i < accounts.size(); i++) {
            final Account account = accounts.get(i);
            require(names.add(account.name()), "accounts must have different names", account.name());
            require(
                    i == 0 || accounts.get(i - 1).uid() != account.uid(),
                    "accounts must have different users",
                    account.uid());
        }
        rights = rights.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(rights));
        require(
                !rights.contains(Right.DROPCOPY) || !rights.contains(Right.TRADE),
                "a session that gets drop copies must not trade",
                rights);
        require(graceMs >= 0 && graceMs <= MAX_GRACE_MS, "graceMs must be from 0 to " + MAX_GRACE_MS, graceMs);
        from = List.copyOf(from);
        secrets = List.copyOf(secrets);
        require(
                secrets.size() <= MAX_SECRETS && (retired || !secrets.isEmpty()),
                "a session must have one or two secrets",
                secrets.size());
        if (protocol == Protocol.FIX) {
            require(compId != null, "a session of FIX must have a compId", "none");
            require(venue != null, "a session of FIX must have a venue", "none");
            Names.require("compId", Objects.requireNonNull(compId), MAX_NAME_LENGTH);
            Names.require("venue", Objects.requireNonNull(venue), MAX_NAME_LENGTH);
        } else {
            require(compId == null, "a session of TCP must not have a compId", String.valueOf(compId));
            require(venue == null, "a session of TCP must not have a venue", String.valueOf(venue));
            require(!resetOnDisconnect, "a session of TCP has no numbers to reset: resetOnDisconnect", true);
        }
    }

    /** Begins the settings of a TCP session that may trade, with defaults for everything else. */
    public static Builder tcp(final int session, final String member) {
        return new Builder(session, member);
    }

    /** Returns eight bytes of the SHA-256 of member and session. LOGONs contain them, so they never change. */
    public long owner() {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(member.getBytes(StandardCharsets.UTF_8));
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(session).flip());
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns whether the session may act for a user. */
    public boolean mayActFor(final long uid) {
        int low = 0;
        int high = accounts.size() - 1;
        while (low <= high) {
            final int middle = (low + high) >>> 1;
            final long other = accounts.get(middle).uid();
            if (other == uid) {
                return true;
            }
            if (other < uid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    /** Returns whether the session has a right. */
    public boolean may(final Right right) {
        return rights.contains(right);
    }

    /** Returns whether the session may log in from an address. */
    public boolean mayComeFrom(final InetAddress address) {
        return from.isEmpty() || from.stream().anyMatch(range -> range.contains(address));
    }

    /** Returns whether characters of a LOGIN are one of its secrets; see {@link Secret#matches}. */
    public boolean admits(final byte[] characters, final int offset, final int length) {
        boolean matches = false;
        for (final Secret secret : secrets) {
            matches |= secret.matches(characters, offset, length);
        }
        return matches;
    }

    private static void require(final boolean holds, final String rule, final Object value) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }

    /** Collects the settings of a TCP session. Used by one thread. */
    public static final class Builder {
        private final int session;
        private final String member;
        private boolean retired;
        private List<Account> accounts = List.of();
        private Set<Right> rights = EnumSet.of(Right.TRADE);
        private CancelOnDisconnect cancelOnDisconnect = CancelOnDisconnect.BOTH;
        private long graceMs = DEFAULT_GRACE_MS;
        private List<AddressRange> from = List.of();
        private RateLimit limit = RateLimit.DEFAULT;
        private List<Secret> secrets = List.of();

        private Builder(final int session, final String member) {
            this.session = session;
            this.member = member;
        }

        /** Sets whether the session may no longer log in. */
        public Builder retired(final boolean value) {
            this.retired = value;
            return this;
        }

        /** Sets the users that the session may act for. */
        public Builder accounts(final Account... values) {
            this.accounts = List.of(values);
            return this;
        }

        /** Sets the rights, which replace the right to trade. */
        public Builder rights(final Right... values) {
            this.rights = Set.of(values);
            return this;
        }

        /** Sets which ends of a connection cancel the orders of the session. */
        public Builder cancelOnDisconnect(final CancelOnDisconnect value) {
            this.cancelOnDisconnect = value;
            return this;
        }

        /** Sets the grace before the orders are cancelled. */
        public Builder graceMs(final long value) {
            this.graceMs = value;
            return this;
        }

        /** Sets the addresses from which the session may log in. */
        public Builder from(final AddressRange... values) {
            this.from = List.of(values);
            return this;
        }

        /** Sets the limit of the request rate. */
        public Builder limit(final RateLimit value) {
            this.limit = value;
            return this;
        }

        /** Sets the valid secrets. */
        public Builder secrets(final Secret... values) {
            this.secrets = List.of(values);
            return this;
        }

        /** Returns the settings. */
        public SessionSettings build() {
            return new SessionSettings(
                    session,
                    member,
                    Protocol.TCP,
                    retired,
                    accounts,
                    rights,
                    cancelOnDisconnect,
                    graceMs,
                    from,
                    limit,
                    secrets,
                    null,
                    null,
                    false);
        }
    }
}
