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
 * @param address from where
 * @param signed of a signed request the key's id and the text that it signed, which is the same however a signature is
 *     spelled; null for a token's
 * @param session of a request with a cookie the hash of its session; null for others
 */
public record Caller(
        @Nullable ApiKey key,
        InetAddress address,
        @Nullable String signed,
        @Nullable String session) {

    /** One without a cookie. */
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
