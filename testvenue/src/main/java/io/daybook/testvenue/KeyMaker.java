package io.daybook.testvenue;

import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.Secret;
import io.daybook.wire.json.Json;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a key of each kind for a user, from the seed and the user's name. Used by one thread at a time. */
final class KeyMaker {
    private static final int PASSWORD_BYTES = 12;
    private static final String VENUE = "DAYBOOK";

    /** A limit of orders that no test reaches. */
    private static final long PER_SECOND = 1_000_000;

    private final SeededRandom random;

    KeyMaker(final SeededRandom random) {
        this.random = random;
    }

    /**
     * Makes a trader's sessions.
     *
     * @param members takes the trader's part of {@code members.json}
     * @param first the number of the session over TCP; the session over FIX has the next number
     */
    Trader.Member member(final Json members, final String name, final long uid, final int first) {
        final Secret.Fresh secret = Secret.make(random.under(name + " member").bytes(Secret.RANDOM_BYTES));
        final String compId = name.toUpperCase(Locale.ROOT);
        members.object().put("name", name).put("secret", secret.kept().kept()).list("sessions");
        members.object().put("session", first).put("protocol", "tcp");
        endSession(members, name, uid);
        members.object().put("session", first + 1).put("protocol", "fix").put("compId", compId);
        endSession(members.put("venue", VENUE), name, uid);
        members.endList().end();
        return new Trader.Member(first, first + 1, compId, VENUE, secret.text());
    }

    /** Writes what both sessions of a trader have. */
    private static void endSession(final Json session, final String name, final long uid) {
        session.object("accounts").put(name, uid).end().list("may", List.of("trade", "view"));
        session.put("cancelOnDisconnect", "none").object("limits");
        session.put("perSecond", PER_SECOND).put("burst", PER_SECOND).end().end();
    }

    /** Makes the keys of a user. */
    Trader make(final KeyStore keys, final String name, final long uid, final Trader.@Nullable Member member) {
        final KeyStore.Fresh bearer = add(keys, name, uid, KeyKind.BEARER, null);
        final KeyStore.Fresh hmac = add(keys, name, uid, KeyKind.HMAC, null);
        final KeyPair pair = pair(name);
        final KeyStore.Fresh signs = add(
                keys,
                name,
                uid,
                KeyKind.ED25519,
                Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()));
        final String password = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(random.under(name + " password").bytes(PASSWORD_BYTES));
        final KeyStore.Fresh unused = add(keys, name, uid, KeyKind.PASSWORD, password);
        return new Trader(
                name,
                uid,
                Objects.requireNonNull(bearer.secret()),
                new Trader.Hmac(
                        hmac.key().id(), Objects.requireNonNull(hmac.secret()), Objects.requireNonNull(hmac.apiKey())),
                new Trader.Ed25519(signs.key().id(), pair.getPrivate().getEncoded()),
                password,
                member);
    }

    private KeyStore.Fresh add(
            final KeyStore keys, final String name, final long uid, final KeyKind kind, final @Nullable String given) {
        random.under(name + " " + kind.text());
        return keys.add(name, kind, EnumSet.of(Role.TRADER), List.of(new Account(name, uid)), List.of(), 0, given);
    }

    private KeyPair pair(final String name) {
        try {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(NamedParameterSpec.ED25519, random.under(name + " pair"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has Ed25519", e);
        }
    }
}
