package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Cookies;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A browser's way in and out: a token for a cookie that no script can read. The audit log has both. */
public final class SessionRoutes {
    private static final List<BodyField> BODY = List.of(new BodyField("token", "string", true, "of a bearer key"));

    private final Dispatcher dispatcher;
    private final BrowserSessions sessions;
    private final Cookies cookies;
    private final AuditTrail audit;
    private final SlowWork work;

    /** For keys that the dispatcher knows. */
    public SessionRoutes(
            final Dispatcher dispatcher,
            final BrowserSessions sessions,
            final Cookies cookies,
            final AuditTrail audit,
            final SlowWork work) {
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.cookies = cookies;
        this.audit = audit;
        this.work = work;
    }

    /** Adds the routes. */
    public void addTo(final Router router) {
        router.add(new Route("POST", "/v1/session", Access.PUBLIC, Cost.REQUEST, "A cookie for a token", this::begin)
                .body(BODY));
        router.add(new Route("POST", "/v1/logout", Access.ANY, Cost.REQUEST, "Ends a cookie", this::end));
    }

    private CompletionStage<Response> begin(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final String token = body.text("token");
        body.finish();
        final Caller caller = dispatcher.caller(new Credentials(
                "Bearer " + token,
                null,
                null,
                null,
                "POST",
                "/v1/session",
                new byte[0],
                request.caller().address()));
        final ApiKey key = caller.key();
        if (key == null) {
            throw Dispatcher.unauthenticated();
        }
        dispatcher.takeLogin(caller);
        return work.answer(request, () -> {
            audit.write(caller, "login", "", 0);
            return cookies.given(AccountRoutes.session(key), sessions.begin(key));
        });
    }

    private CompletionStage<Response> end(final Request request) {
        request.onlyAsked();
        final Caller caller = request.caller();
        if (caller.session() == null) {
            throw Problem.badForm("", "there is no cookie to end: a key ends by DELETE /v1/admin/keys");
        }
        return work.answer(request, () -> {
            sessions.end(caller);
            audit.write(caller, "logout", "", 0);
            return cookies.taken(AccountRoutes.session(null));
        });
    }
}
