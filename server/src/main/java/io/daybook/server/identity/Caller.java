package io.daybook.server.identity;

import io.daybook.sessions.member.Account;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request.
 *
 * @param key the key; null for an anonymous sender
 * @param address the address of the sender
 * @param signed the key's id and the signed text of a signed request, which does not depend on the spelling of the
 *     signature; null for a request that is not signed
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

    /** The rights of the sender; none for an anonymous one. */
    public Set<Role> roles() {
        return key == null ? Set.of() : key.roles();
    }

    /** The users for whom the sender may trade. */
    public List<Account> accounts() {
        return key == null ? List.of() : key.accounts();
    }

    /** The sender's name in the audit log. */
    public String who() {
        return key == null ? "nobody" : key.id() + " " + key.name();
    }
}
