package io.daybook.server.api;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.server.http.Access;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.sessions.outbox.Histories;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;

/** Shows the history of the venue, and admits clients again after a restore. Works off the event loop. */
public final class HistoryRoutes {
    private static final int MAX_DIGITS = 6;

    private final JournalStorage storage = new FileJournalStorage();
    private final Path data;
    private final Histories.Current history;
    private final AuditTrail audit;
    private final SlowWork work;

    /**
     * Serves the history of a venue.
     *
     * @param data the folder of the exchange
     */
    public HistoryRoutes(
            final Path data, final Histories.Current history, final AuditTrail audit, final SlowWork work) {
        this.data = data;
        this.history = history;
        this.audit = audit;
        this.work = work;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                "GET /v1/admin/history",
                Access.VIEWER,
                "The number of the history, and the sessions that were admitted since the restore",
                this::history));
        router.add(Route.of(
                "POST /v1/admin/sessions/{session}/admit",
                Access.OPERATOR,
                "Admits a session after a restore; the session http stands for orders with client ids",
                this::admit));
    }

    private CompletionStage<Response> history(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            final Json json = new Json()
                    .object()
                    .put("history", history.number())
                    .put("fromSeq", history.fromSeq())
                    .list("admitted");
            admitted().forEach(json::item);
            return Response.json(json.endList().end());
        });
    }

    private Iterable<String> admitted() {
        try {
            return Histories.admitted(storage, data, history);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CompletionStage<Response> admit(final Request request) {
        request.onlyAsked();
        final String name = request.path("session");
        if (!isName(name)) {
            throw Problem.badForm(
                    "/session", "a session must be named by its number, such as 17; the name of the HTTP door is http");
        }
        return work.answer(request, () -> {
            if (!history.isRestored()) {
                throw Problem.of(ProblemCode.NOT_DONE, "no history was lost here, so no session needs to be admitted");
            }
            audit.begin(request.caller(), "admit session", name);
            try {
                Histories.admit(storage, data, history, name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            audit.write(request.caller(), "admit session", name, 0);
            return Response.json(new Json()
                    .object()
                    .put("session", name)
                    .put("admitted", true)
                    .end());
        });
    }

    /** Returns whether a text names a session of the members file, or the door of HTTP. */
    public static boolean isName(final String name) {
        return name.equals(Histories.HTTP)
                || name.length() <= MAX_DIGITS && name.matches("[1-9][0-9]*") && Integer.parseInt(name) < ApiKey.FIRST;
    }
}
