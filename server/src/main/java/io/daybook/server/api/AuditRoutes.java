package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.AuditTrail;
import io.daybook.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Lists the acts of operators and admins. Reads the audit log off the event loop. */
public final class AuditRoutes {
    private final AuditTrail audit;
    private final SlowWork work;

    public AuditRoutes(final AuditTrail audit, final SlowWork work) {
        this.audit = audit;
        this.work = work;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                "GET /v1/admin/audit",
                Access.VIEWER,
                "The acts of operators and admins, the newest first",
                this::list));
    }

    private CompletionStage<Response> list(final Request request) {
        final int limit = Pages.limit(request);
        final Pages.Key behind = Pages.next(request);
        request.onlyAsked();
        return work.answer(request, () -> {
            final List<AuditTrail.Line> lines = audit.before(behind.first(), behind.second(), limit + 1);
            return Response.json(Pages.page(
                    lines, behind, limit, line -> new Pages.Key(line.file(), line.offset()), AuditRoutes::line));
        });
    }

    private static void line(final Json json, final AuditTrail.Line line) {
        final Body said = Body.read(line.json().getBytes(StandardCharsets.US_ASCII));
        for (final String name : List.of("time", "who", "from", "act", "what")) {
            json.put(name, said.text(name));
        }
        json.put("seq", said.whole("seq", 0, Long.MAX_VALUE)).put("before", said.text("before"));
    }
}
