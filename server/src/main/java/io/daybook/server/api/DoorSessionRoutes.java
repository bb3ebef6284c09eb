package io.daybook.server.api;

import io.daybook.server.http.Access;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.http.SocketRoutes;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.sessions.SessionStatus;
import io.daybook.wire.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** The sessions of all doors: sessions of the members file, and keys that have streams. */
public final class DoorSessionRoutes {
    private static final int MAX_DIGITS = 6;

    private final Doors doors;
    private final SocketRoutes sockets;
    private final AuditTrail audit;
    private final SlowWork work;

    /** The doors of the sessions in the members file. Any thread; may wait for a thread of a door. */
    public interface Doors {
        /** The sessions of all doors, by ascending number. */
        List<SessionStatus> sessions();

        /**
         * Ends the connection of a session, which may log in again.
         *
         * @return whether the session was connected
         */
        boolean end(int session);
    }

    public DoorSessionRoutes(
            final Doors doors, final SocketRoutes sockets, final AuditTrail audit, final SlowWork work) {
        this.doors = doors;
        this.sockets = sockets;
        this.audit = audit;
        this.work = work;
    }

    public void addTo(final Router router) {
        router.add(Route.of("GET /v1/admin/sessions", Access.VIEWER, "The sessions of all doors", this::sessions));
        router.add(Route.of(
                "POST /v1/admin/sessions/{session}/end",
                Access.OPERATOR,
                "Ends a session's connection, or a key's streams",
                this::end));
    }

    private CompletionStage<Response> sessions(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            final Json json = new Json().object().list("items");
            for (final SessionStatus session : doors.sessions()) {
                json.object()
                        .put("session", session.session())
                        .put("name", session.member())
                        .put("protocol", session.protocol().name().toLowerCase(Locale.ROOT))
                        .put("state", session.state().text());
                if (!session.address().isEmpty()) {
                    json.put("address", session.address());
                }
                json.put("lastRequest", session.lastRequest())
                        .put("nextOut", session.nextOut())
                        .put("unsentBytes", session.unsentBytes())
                        .end();
            }
            for (final SocketRoutes.OfKey streams : sockets.byKey()) {
                json.object()
                        .put("session", streams.key().number())
                        .put("name", streams.key().name())
                        .put("protocol", "http")
                        .put("state", SessionStatus.State.UP.text())
                        .put("streams", streams.sockets())
                        .put("unsentBytes", streams.unsentBytes())
                        .end();
            }
            return Response.json(json.endList().end());
        });
    }

    private CompletionStage<Response> end(final Request request) {
        request.onlyAsked();
        final String text = request.path("session");
        if (text.length() > MAX_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw Problem.badForm("/session", "a session or a key must be named by its number, such as 17");
        }
        final int session = Integer.parseInt(text);
        return work.answer(request, () -> {
            audit.begin(request.caller(), "end session", text);
            final boolean wasThere = session >= ApiKey.FIRST
                    ? sockets.closeAll(session, WebSocket.POLICY, "an operator has ended the session")
                    : doors.end(session);
            if (!wasThere) {
                throw Problem.of(ProblemCode.NOT_FOUND, "no connection belongs to a session or key " + session);
            }
            audit.write(request.caller(), "end session", text, 0);
            return Response.json(new Json()
                    .object()
                    .put("session", session)
                    .put("ended", true)
                    .end());
        });
    }
}
