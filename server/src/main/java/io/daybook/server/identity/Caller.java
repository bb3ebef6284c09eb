package io.daybook.server.identity;

import io.daybook.sessions.member.Account;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param key null for an anonymous sender
 * @param address its address
 * @param signed the key's id and the signed text of a signed request, which does not depend on the spelling of the
 *     signature; null for a token's
 * @param session the hash of the session of a request with a cookie; null for others
 */
public record Caller(
        @Nullable ApiKey key,
        InetAddress address,
        @Nullable String signed,
        @Nullable String session) {

    /** Makes a caller without a cookie. */
    public Caller(final @Nullable ApiKey key, final InetAddress address, final @Nullable String signed) {
        this(key, address, signed, null);
    }

    /** Its rights; none for an anonymous sender. */
    public Set<Role> roles() {
        return key == null ? Set.of() : key.roles();
    }

    /** The users for whom it may trade. */
    public List<Account> accounts() {
        return key == null ? List.of() : key.accounts();
    }

    /** Its name in the audit log. */
    public String who() {
        return key == null ? "nobody" : key.id() + " " + key.name();
    }
}
