package io.daybook.testvenue;

import io.daybook.api.ResultCode;
import io.daybook.server.api.EngineProblems;
import io.daybook.server.http.HttpHook;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Role;
import io.daybook.server.spot.SpotErrors;
import io.netty.channel.ChannelPipeline;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hook around each route of the HTTP door and of the spot dialect, and in the door's connections: it records the
 * traffic, and carries out faults. Any thread.
 */
final class Around implements HttpHook {
    private static final Pattern SYMBOL = Pattern.compile("\"symbol\"\\s*:\\s*\"([^\"]{1,40})\"");
    private static final Pattern CLIENT_ID = Pattern.compile("\"clientOrderId\"\\s*:\\s*\"([^\"]{1,64})\"");

    private final Traffic traffic;
    private final Faults faults;
    private final HiddenOrders hidden = new HiddenOrders();
    private final Set<String> routes = new ConcurrentSkipListSet<>();

    Around(final Traffic traffic, final Faults faults) {
        this.traffic = traffic;
        this.faults = faults;
    }

    /** The routes of the doors, each once with its method and once without. */
    Set<String> routes() {
        return routes;
    }

    @Override
    public Route around(final Route route) {
        routes.add(route.path());
        routes.add(route.method() + " " + route.path());
        return route.with(request -> handled(route, request));
    }

    @Override
    public void connected(final ChannelPipeline pipeline) {
        pipeline.addLast(new SocketFaults(faults, hidden, traffic));
    }

    private CompletionStage<Response> handled(final Route route, final Request request) {
        final ApiKey key = request.caller().key();
        if (key != null && key.roles().contains(Role.ADMIN)) {
            return route.handler().handle(request); // these include the control door's own requests
        }
        final Meeting meeting = meeting(route, request);
        final Fault fault = faults.meet(meeting, FaultKind.at(meeting.door()));
        final String sent = sent(route, request);
        final CompletionStage<Response> answer;
        try {
            if (fault != null && fault.kind() == FaultKind.KILL) {
                answer = killed(fault, route, request, meeting);
            } else {
                answer = fault == null ? shown(route, request, meeting) : faulty(fault, route, request, meeting);
            }
        } catch (Problem e) {
            add(meeting, sent, e.status() + " " + e.getMessage(), fault);
            throw e;
        }
        if (fault != null && (fault.kind() == FaultKind.LOSE_ANSWER || fault.kind() == FaultKind.LOSE_REQUEST)) {
            add(meeting, sent, null, fault);
            return answer;
        }
        return answer.whenComplete((response, failure) -> add(
                meeting,
                sent,
                failure == null ? response.status() + " " + Traffic.text(response.body()) : refusal(failure),
                fault));
    }

    // ---- faults --------------------------------------------------------------------------------------------------

    private CompletionStage<Response> faulty(
            final Fault fault, final Route route, final Request request, final Meeting meeting) {
        return switch (fault.kind()) {
            case DELAY ->
                fault.says("at").equals("before")
                        ? later(fault, request, () -> shown(route, request, meeting))
                        : shown(route, request, meeting)
                                .handle((response, failure) -> later(fault, request, () -> {
                                    if (failure != null) {
                                        return CompletableFuture.failedFuture(failure);
                                    }
                                    return CompletableFuture.completedFuture(response);
                                }))
                                .thenCompose(delayed -> delayed);
            case LOSE_ANSWER -> {
                final CompletionStage<?> unused = shown(route, request, meeting);
                yield new CompletableFuture<>();
            }
            case LOSE_REQUEST -> new CompletableFuture<>();
            case STATUS ->
                Statuses.isBefore(fault)
                        ? Statuses.answer(fault).now()
                        : shown(route, request, meeting).handle((response, failure) -> Statuses.answer(fault));
            case CUT ->
                shown(route, request, meeting)
                        .thenApply(response -> response.with(
                                SocketFaults.CUT, fault.says("at").isEmpty() ? "before" : fault.says("at")));
            case HIDE ->
                shown(route, request, meeting).thenApply(response -> {
                    hidden.add(meeting.key(), response, fault.duration(), Boolean.parseBoolean(fault.says("streams")));
                    return response;
                });
            case REJECT -> throw EngineProblems.of(ResultCode.valueOf(fault.says("reason")), 0, "");
            default -> shown(route, request, meeting);
        };
    }

    /**
     * Ends the process before or after the request is carried out; the next process finds the request in the traffic.
     */
    private CompletionStage<Response> killed(
            final Fault fault, final Route route, final Request request, final Meeting meeting) {
        final Runnable kill = () -> {
            add(meeting, sent(route, request), null, fault);
            faults.kill(fault);
        };
        if (fault.says("at").equals("before")) {
            kill.run();
        }
        return shown(route, request, meeting).whenComplete((response, failure) -> kill.run());
    }

    private CompletionStage<Response> later(
            final Fault fault, final Request request, final Supplier<CompletionStage<Response>> then) {
        final CompletableFuture<Response> delayed = new CompletableFuture<>();
        final var unused = faults.later()
                .schedule(
                        () -> request.loop().execute(() -> complete(delayed, then)),
                        fault.duration().toNanos(),
                        TimeUnit.NANOSECONDS);
        return delayed;
    }

    private static void complete(
            final CompletableFuture<Response> delayed, final Supplier<CompletionStage<Response>> then) {
        try {
            final CompletionStage<?> unused = then.get().whenComplete((response, failure) -> {
                if (failure == null) {
                    delayed.complete(response);
                } else {
                    delayed.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            delayed.completeExceptionally(e);
        }
    }

    /** The venue's answer, without hidden orders. */
    private CompletionStage<Response> shown(final Route route, final Request request, final Meeting meeting) {
        final String path = route.path();
        final boolean isSpot = meeting.door().equals("spot");
        final boolean isOfOne =
                isSpot ? path.equals("/api/v3/order") : path.startsWith("/v1/orders/{") || path.contains("by-client");
        final boolean places = route.method().equals("POST");
        if (isOfOne && !places && hidden.has(meeting.key(), named(request, isSpot, path))) {
            if (!isSpot) {
                throw EngineProblems.of(ResultCode.MATCHING_UNKNOWN_ORDER_ID, 0, "");
            }
            throw route.method().equals("GET") ? SpotErrors.noSuchOrder() : SpotErrors.unknownOrder();
        }
        final CompletionStage<Response> answer = route.handler().handle(request);
        final boolean lists = route.method().equals("GET")
                && (isSpot ? path.endsWith("/openOrders") || path.endsWith("/allOrders") : path.equals("/v1/orders"));
        return lists ? answer.thenApply(response -> hidden.without(meeting.key(), response)) : answer;
    }

    private static String named(final Request request, final boolean isSpot, final String path) {
        if (isSpot) {
            final String id = request.parameters().get("orderId");
            return id == null ? request.parameters().getOrDefault("origClientOrderId", "") : id;
        }
        return request.path(path.contains("by-client") ? "clientOrderId" : "id");
    }

    // ---- words ---------------------------------------------------------------------------------------------------

    private Meeting meeting(final Route route, final Request request) {
        final String body = Traffic.text(request.bytes());
        final ApiKey key = request.caller().key();
        final String path = route.path();
        String symbol = request.parameters().getOrDefault("symbol", first(SYMBOL, body));
        if (path.contains("{symbol}")) {
            symbol = request.path("symbol");
        }
        String client = request.parameters().getOrDefault("newClientOrderId", first(CLIENT_ID, body));
        client = request.parameters().getOrDefault("origClientOrderId", client);
        if (path.contains("{clientOrderId}")) {
            client = request.path("clientOrderId");
        }
        return new Meeting(
                door(route),
                key == null ? "" : key.name(),
                new TreeSet<>(Set.of(path, route.method() + " " + path)),
                symbol,
                client,
                faults.seq());
    }

    private static String first(final Pattern pattern, final String text) {
        final Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    private void add(
            final Meeting meeting, final String sent, final @Nullable String answer, final @Nullable Fault fault) {
        traffic.add(
                meeting.door(),
                meeting.key(),
                sent,
                answer,
                fault == null ? null : fault.kind().word());
    }

    private static String refusal(final Throwable failure) {
        final Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return (cause instanceof Problem problem ? problem.status() + " " : "") + cause.getMessage();
    }

    /** The door that a route belongs to. */
    private static String door(final Route route) {
        return route.path().startsWith("/api/") || route.path().startsWith("/sapi/") ? "spot" : "http";
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
