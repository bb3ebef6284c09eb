package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes, lists and ends keys. Works off the event loop, which must not wait for files or hash passwords. */
public final class KeyRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(KeyRoutes.class);

    private static final List<BodyField> BODY = List.of(
            new BodyField("name", "string", true, "the name of the key"),
            new BodyField("kind", "string", true, "bearer, hmac, ed25519 or password"),
            new BodyField("roles", "array", true, "one or more of viewer, trader, operator, admin"),
            new BodyField("accounts", "object", false, "the uid of each account, by the account's name"),
            new BodyField("from", "array", false, "addresses or ranges from which it may be used"),
            new BodyField("expiresMs", "integer", false, "the time at which it ends; 0 for never"),
            new BodyField("publicKey", "string", false, "the public key of an ed25519 key, base64"),
            new BodyField("password", "string", false, "for a key of the kind password, 12 to 128 characters"));

    private final Authenticator authenticator;
    private final AuditTrail audit;
    private final LongPredicate isUser;
    private final SlowWork work;
    private final SlowWork passwords;

    /**
     * Users that the exchange has. Users are never removed, so the exchange is queried only once about each of them.
     */
    private final Set<Long> there = ConcurrentHashMap.newKeySet();

    /**
     * Serves the keys of an authenticator.
     *
     * @param isUser returns whether the exchange has a user; may wait for the exchange
     * @param work the thread that reads and writes the file
     * @param passwords the thread that makes the keys with a password, one by one
     */
    public KeyRoutes(
            final Authenticator authenticator,
            final AuditTrail audit,
            final LongPredicate isUser,
            final SlowWork work,
            final SlowWork passwords) {
        this.authenticator = authenticator;
        this.audit = audit;
        this.isUser = isUser;
        this.work = work;
        this.passwords = passwords;
    }

    public void addTo(final Router router) {
        router.add(Route.of("GET /v1/keys", Access.ANY, "Keys of the caller's accounts", this::own));
        router.add(Route.of("GET /v1/admin/keys", Access.ADMIN, "All keys", this::list));
        router.add(Route.of("POST /v1/admin/keys", Access.ADMIN, "Makes a key", this::add)
                .body(BODY));
        router.add(Route.of("DELETE /v1/admin/keys/{number}", Access.ADMIN, "Ends a key", this::end));
        router.add(Route.of(
                "POST /v1/admin/keys/{number}/on",
                Access.ADMIN,
                "Switches on a key that a restore has switched off",
                this::on));
    }

    private CompletionStage<Response> list(final Request request) {
        return list(request, key -> true);
    }

    /** Lists the caller's key, and the keys whose accounts are all accounts of the caller. */
    private CompletionStage<Response> own(final Request request) {
        final ApiKey own = request.caller().key();
        if (own == null) {
            throw new IllegalStateException("only callers with a key can use this route");
        }
        final Set<Long> uids = uids(own);
        return list(
                request, key -> key.number() == own.number() || !uids(key).isEmpty() && uids.containsAll(uids(key)));
    }

    private static Set<Long> uids(final ApiKey key) {
        return key.accounts().stream().map(Account::uid).collect(Collectors.toSet());
    }

    private CompletionStage<Response> list(final Request request, final Predicate<ApiKey> wanted) {
        request.onlyAsked();
        return work.answer(request, () -> {
            final Json json = new Json().object().list("items");
            final Set<Integer> off = authenticator.off();
            for (final ApiKey key : authenticator.list().stream().filter(wanted).toList()) {
                json.object();
                key(json, key);
                final List<String> missing = missing(key.accounts());
                if (!missing.isEmpty() && !key.ended()) {
                    json.list("missing");
                    missing.forEach(json::item);
                    json.endList();
                }
                if (off.contains(key.number())) {
                    json.put("off", true);
                }
                json.end();
            }
            return Response.json(json.endList().end());
        });
    }

    private CompletionStage<Response> add(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final String name = body.text("name");
        final KeyKind kind = KeyKind.of(body.text("kind"));
        if (kind == null) {
            throw body.wrong("kind", "must be one of bearer, hmac, ed25519, password");
        }
        final Set<Role> roles = EnumSet.noneOf(Role.class);
        for (final String text : body.texts("roles")) {
            final Role role = Role.of(text);
            if (role == null) {
                throw body.wrong("roles", "must be one or more of viewer, trader, operator, admin");
            }
            roles.add(role);
        }
        final Body named = body.object("accounts");
        final long expiresMs = body.whole("expiresMs", 0, 0, Long.MAX_VALUE);
        final List<Account> accounts = new ArrayList<>();
        final List<AddressRange> from = new ArrayList<>();
        final String publicKey = body.optionalText("publicKey");
        final String password = body.optionalText("password");
        final String given = kind == KeyKind.PASSWORD ? password : publicKey;
        if ((kind == KeyKind.PASSWORD ? publicKey : password) != null) {
            throw body.wrong(kind == KeyKind.PASSWORD ? "publicKey" : "password", "is not for a key of this kind");
        }
        try {
            for (final String account : named.keys()) {
                accounts.add(new Account(account, named.whole(account, 1, Long.MAX_VALUE)));
            }
            for (final String range : body.texts("from")) {
                from.add(AddressRange.parse(range));
            }
        } catch (IllegalArgumentException e) {
            throw Problem.badForm("", String.valueOf(e.getMessage()));
        }
        body.finish();
        return (kind == KeyKind.PASSWORD ? passwords : work).answer(request, () -> {
            final List<String> missing = missing(accounts);
            if (!missing.isEmpty()) {
                throw Problem.of(
                        ProblemCode.NOT_DONE,
                        "the exchange has no user for " + String.join(", ", missing)
                                + ": add the user first, or name another user");
            }
            audit.begin(request.caller(), "add key", name);
            final KeyStore.Fresh fresh;
            try {
                fresh = authenticator.add(name, kind, roles, accounts, from, expiresMs, given);
            } catch (IllegalArgumentException e) {
                throw Problem.badForm("", String.valueOf(e.getMessage()));
            }
            audit.write(request.caller(), "add key", fresh.key().id() + " " + name, 0);
            final Json json = new Json().object();
            key(json, fresh.key());
            return Response.json(
                    201,
                    json.put("secret", fresh.secret())
                            .put("apiKey", fresh.apiKey())
                            .end());
        });
    }

    /** Logs the keys that trade for a missing user, because the command line cannot check this. */
    public void warnOfMissing() {
        final boolean unused = work.later(() -> {
            for (final ApiKey key : authenticator.list()) {
                final List<String> missing = key.ended() ? List.of() : missing(key.accounts());
                if (!missing.isEmpty()) {
                    LOG.warn(
                            "key {} {} trades for users that the exchange does not have: {}",
                            key.id(),
                            key.name(),
                            missing);
                }
            }
        });
    }

    /** The accounts whose user is missing, in the form {@code C=999}. */
    private List<String> missing(final List<Account> accounts) {
        return accounts.stream()
                .filter(account -> !isThere(account.uid()))
                .map(account -> account.name() + "=" + account.uid())
                .toList();
    }

    private boolean isThere(final long uid) {
        if (!there.contains(uid) && isUser.test(uid)) {
            there.add(uid);
        }
        return there.contains(uid);
    }

    private static int number(final String text) {
        if (text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw Problem.badForm("/number", "a key must be named by its number, such as 262145");
        }
        return Integer.parseInt(text);
    }

    private CompletionStage<Response> on(final Request request) {
        request.onlyAsked();
        final String text = request.path("number");
        final int number = number(text);
        return work.answer(request, () -> {
            audit.begin(request.caller(), "switch key on", text);
            try {
                if (!authenticator.on(number)) {
                    throw Problem.of(ProblemCode.NOT_FOUND, "there is no such key, or it is not off");
                }
            } catch (IllegalArgumentException e) {
                throw Problem.badForm("/number", String.valueOf(e.getMessage()));
            }
            audit.write(request.caller(), "switch key on", text, 0);
            return Response.json(
                    new Json().object().put("number", number).put("on", true).end());
        });
    }

    private CompletionStage<Response> end(final Request request) {
        request.onlyAsked();
        final String text = request.path("number");
        final int number = number(text);
        final ApiKey own = request.caller().key();
        if (own != null && own.number() == number) {
            throw Problem.of(ProblemCode.FORBIDDEN, "a key cannot end itself: use the key of another admin");
        }
        return work.answer(request, () -> {
            audit.begin(request.caller(), "end key", text);
            if (!authenticator.end(number)) {
                throw Problem.of(ProblemCode.NOT_FOUND, "there is no such key, or it has ended");
            }
            audit.write(request.caller(), "end key", text, 0);
            return Response.json(
                    new Json().object().put("number", number).put("ended", true).end());
        });
    }

    private static void key(final Json json, final ApiKey key) {
        json.put("number", key.number())
                .put("id", key.id())
                .put("name", key.name())
                .put("kind", key.kind().text())
                .list("roles");
        key.roles().stream().map(Role::text).sorted().forEach(json::item);
        json.endList().object("accounts");
        key.accounts().forEach(account -> json.put(account.name(), account.uid()));
        json.end().list("from");
        key.from().forEach(range -> json.item(range.toString()));
        json.endList().put("expiresMs", key.expiresMs()).put("ended", key.ended());
    }
}
