package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Cookies;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.NotAuthenticException;
import io.daybook.wire.json.Json;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Logs browsers in and out: a browser exchanges a token, a name and a password, or the code of a link for a cookie that
 * no script can read. The audit log has logins, logouts, issued codes and changes of passwords.
 */
public final class SessionRoutes {
    /** The act in the audit log for a code that was issued. */
    public static final String CODE_GIVEN = "sign-in code";

    private static final List<BodyField> BODY = List.of(
            new BodyField("token", "string", false, "the token of a bearer key; or"),
            new BodyField("name", "string", false, "the name of a key with a password, and"),
            new BodyField("password", "string", false, "its password; or"),
            new BodyField("code", "string", false, "the code of a link, which can be used once"));
    private static final List<BodyField> CHANGE = List.of(
            new BodyField("old", "string", true, "the present password"),
            new BodyField("new", "string", true, "12 to 128 characters"));

    private final Dispatcher dispatcher;
    private final BrowserSessions sessions;
    private final Cookies cookies;
    private final AuditTrail audit;
    private final SlowWork work;
    private final Authenticator authenticator;
    private final SlowWork passwords;

    /**
     * Serves the keys of the dispatcher.
     *
     * @param passwords the thread that checks passwords, one by one
     */
    public SessionRoutes(
            final Dispatcher dispatcher,
            final BrowserSessions sessions,
            final Cookies cookies,
            final AuditTrail audit,
            final SlowWork work,
            final Authenticator authenticator,
            final SlowWork passwords) {
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.cookies = cookies;
        this.audit = audit;
        this.work = work;
        this.authenticator = authenticator;
        this.passwords = passwords;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                        "POST /v1/session",
                        Access.PUBLIC,
                        "Exchanges a token, a password or the code of a link for a cookie",
                        this::begin)
                .body(BODY));
        router.add(Route.of(
                "POST /v1/session/code",
                Access.ANY,
                "A code for a link, which signs a browser in once within five minutes",
                this::code));
        router.add(Route.of("POST /v1/logout", Access.ANY, "Ends a cookie", this::end));
        router.add(Route.of("POST /v1/password", Access.ANY, "Changes the caller's password", this::change)
                .body(CHANGE));
    }

    private CompletionStage<Response> begin(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final String token = body.optionalText("token");
        final String name = body.optionalText("name");
        final String password = body.optionalText("password");
        final String code = body.optionalText("code");
        body.finish();
        final long ways = Stream.of(token, name, code).filter(Objects::nonNull).count();
        if (ways != 1 || (name == null) != (password == null)) {
            throw Problem.badForm("", "send {\"token\":…}, {\"name\":…,\"password\":…}, or {\"code\":…}");
        }
        if (code != null) {
            return beginByCode(request, code);
        }
        return token == null
                ? beginByPassword(request, String.valueOf(name), String.valueOf(password))
                : beginByToken(request, token);
    }

    /**
     * Uses up the code only on the thread that answers. If that thread has no room for the request, the request can be
     * repeated.
     */
    private CompletionStage<Response> beginByCode(final Request request, final String code) {
        final InetAddress address = request.caller().address();
        dispatcher.takeCode(address);
        return work.answer(request, () -> begun(dispatcher.personOfLink(sessions, code, address)));
    }

    private CompletionStage<Response> code(final Request request) {
        request.onlyAsked();
        final Caller caller = request.caller();
        if (caller.key() == null) {
            throw Dispatcher.unauthenticated();
        }
        dispatcher.takeCode(caller.address());
        return work.answer(request, () -> {
            final String code = counted(() -> sessions.code(caller));
            audit.writeUnforced(caller, CODE_GIVEN);
            return Response.json(
                    201,
                    new Json()
                            .object()
                            .put("code", code)
                            .put("seconds", BrowserSessions.CODE_SECONDS)
                            .end());
        });
    }

    private CompletionStage<Response> beginByPassword(final Request request, final String name, final String password) {
        final InetAddress address = request.caller().address();
        dispatcher.takePassword(address, name);
        return passwords.answer(request, () -> begun(dispatcher.person(name, password, address)));
    }

    private CompletionStage<Response> beginByToken(final Request request, final String token) {
        final Caller caller = dispatcher.caller(
                Credentials.ofToken(token, "/v1/session", request.caller().address()));
        dispatcher.takeLogin(caller);
        return work.answer(request, () -> begun(new Authenticator.Person(caller, "")));
    }

    private Response begun(final Authenticator.Person person) {
        if (person.caller().key() == null) {
            throw Dispatcher.unauthenticated();
        }
        audit.writeUnforced(person.caller(), "login");
        return given(person);
    }

    private Response given(final Authenticator.Person person) {
        final String secret = counted(() -> sessions.begin(person));
        return cookies.given(AccountRoutes.session(person.caller().key()), secret);
    }

    /** Makes a secret for a browser. */
    @FunctionalInterface
    private interface Secret {
        String made() throws NotAuthenticException;
    }

    private static String counted(final Secret secret) {
        try {
            return secret.made();
        } catch (NotAuthenticException e) {
            throw Dispatcher.unauthenticated(); // the session has ended meanwhile
        }
    }

    /**
     * Changes a password only if the old password is given: a cookie alone does not suffice, because a browser may be
     * left open.
     */
    private CompletionStage<Response> change(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final String old = body.text("old");
        final String fresh = body.text("new");
        body.finish();
        final ApiKey key = request.caller().key();
        if (key == null || key.kind() != KeyKind.PASSWORD) {
            throw Problem.badForm("", "this key has no password: to change its token or secret, make another key");
        }
        final InetAddress address = request.caller().address();
        dispatcher.takePassword(address, key.name());
        return passwords.answer(request, () -> {
            audit.begin(request.caller(), "change password", key.id());
            final Authenticator.Person changed;
            try {
                changed = authenticator.password(dispatcher.person(key.name(), old, address), fresh);
            } catch (IllegalArgumentException e) {
                throw Problem.badForm("/new", String.valueOf(e.getMessage()));
            }
            if (changed == null) {
                throw Dispatcher.unauthenticated(); // an operator has changed the password meanwhile, or ended the key
            }
            audit.write(changed.caller(), "change password", key.id(), 0);
            return given(changed);
        });
    }

    private CompletionStage<Response> end(final Request request) {
        request.onlyAsked();
        final Caller caller = request.caller();
        if (caller.session() == null) {
            throw Problem.badForm("", "the request has no cookie to end: DELETE /v1/admin/keys ends a key");
        }
        return work.answer(request, () -> {
            sessions.end(caller);
            audit.writeUnforced(caller, "logout");
            return cookies.taken(AccountRoutes.session(null));
        });
    }
}
