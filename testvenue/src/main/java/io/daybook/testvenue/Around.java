package io.daybook.testvenue;

import io.daybook.server.http.HttpHook;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.identity.ApiKey;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Stands around each route of the HTTP door and of the spot dialect. Any thread. */
final class Around implements HttpHook {
    private final Traffic traffic;

    Around(final Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public Route around(final Route route) {
        return route.with(request -> handled(route, request));
    }

    private CompletionStage<Response> handled(final Route route, final Request request) {
        final String sent = sent(route, request);
        final CompletionStage<Response> answer;
        try {
            answer = route.handler().handle(request);
        } catch (Problem e) {
            add(route, request, sent, e.status() + " " + e.getMessage());
            throw e;
        }
        return answer.whenComplete((response, failure) -> add(
                route,
                request,
                sent,
                failure == null ? response.status() + " " + Traffic.text(response.body()) : refusal(failure)));
    }

    private void add(final Route route, final Request request, final String sent, final String answer) {
        traffic.add(door(route), who(request), sent, answer, null);
    }

    private static String refusal(final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return (cause instanceof Problem problem ? problem.status() + " " : "") + cause.getMessage();
    }

    /** The door that a route belongs to. */
    static String door(final Route route) {
        return route.path().startsWith("/v1/") || !route.path().contains("api/") ? "http" : "spot";
    }

    private static String who(final Request request) {
        final ApiKey key = request.caller().key();
        return key == null ? "" : key.name();
    }

    private static String sent(final Route route, final Request request) {
        final StringBuilder sent = new StringBuilder(route.method()).append(' ').append(path(route, request));
        if (!request.parameters().isEmpty()) {
            sent.append(' ').append(request.parameters());
        }
        final byte[] body = request.bytes();
        if (body.length > 0) {
            sent.append(' ').append(Traffic.text(body));
        }
        return sent.toString();
    }

    private static String path(final Route route, final Request request) {
        final StringBuilder path = new StringBuilder();
        for (final String segment : route.path().substring(1).split("/", -1)) {
            path.append('/')
                    .append(
                            segment.startsWith("{")
                                    ? request.path(segment.substring(1, segment.length() - 1))
                                    : segment);
        }
        return path.toString();
    }
}
