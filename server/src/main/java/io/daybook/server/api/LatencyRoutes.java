package io.daybook.server.api;

import io.daybook.server.hops.TimedCommands;
import io.daybook.server.http.Access;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.hops.Hop;
import io.daybook.wire.hops.HopRing;
import io.daybook.wire.hops.HopSpan;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;

/** The latencies of timed commands, step by step. */
public final class LatencyRoutes {
    private static final int MOST = Integer.MAX_VALUE;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private final TimedCommands commands;
    private final SlowWork work;

    public LatencyRoutes(final TimedCommands commands, final SlowWork work) {
        this.commands = commands;
        this.work = work;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                "GET /v1/admin/latency", Access.VIEWER, "The durations of the steps of commands", this::latency));
        router.add(Route.of("GET /v1/admin/hops", Access.VIEWER, "The newest timed commands", this::hops));
    }

    private CompletionStage<Response> latency(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            final List<LongStream.Builder> steps = new ArrayList<>();
            TimedCommands.SPANS.forEach(span -> steps.add(LongStream.builder()));
            final int[] count = new int[1];
            commands.forEachNewest(MOST, (seq, byCode) -> {
                count[0]++;
                for (int i = 0; i < steps.size(); i++) {
                    final long ns = TimedCommands.SPANS.get(i).of(byCode);
                    if (ns != HopRing.NO_TIME) {
                        steps.get(i).add(ns);
                    }
                }
            });
            final Json json = new Json()
                    .object()
                    .put("hopEvery", commands.every())
                    .put("commands", count[0])
                    .list("items");
            for (int i = 0; i < steps.size(); i++) {
                step(json, TimedCommands.SPANS.get(i), steps.get(i).build().toArray());
            }
            return Response.json(json.endList().end());
        });
    }

    private static void step(final Json json, final HopSpan span, final long[] ns) {
        if (ns.length == 0) {
            return;
        }
        Arrays.sort(ns);
        json.object()
                .put("hop", span.name())
                .put("what", span.meaning())
                .put("count", ns.length)
                .put("p50Ns", at(ns, MEDIAN))
                .put("p99Ns", at(ns, P99))
                .put("maxNs", ns[ns.length - 1])
                .end();
    }

    /** Returns a percentile: the smallest value such that at least this part of all values is at most as large. */
    private static long at(final long[] sorted, final double part) {
        return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }

    private CompletionStage<Response> hops(final Request request) {
        final int limit = Pages.limit(request);
        request.onlyAsked();
        return work.answer(request, () -> {
            final Json json =
                    new Json().object().put("hopEvery", commands.every()).list("items");
            commands.forEachNewest(limit, (seq, byCode) -> {
                final long first = Arrays.stream(byCode)
                        .filter(ns -> ns != HopRing.NO_TIME)
                        .min()
                        .orElse(0);
                json.object().put("seq", seq).object("ns");
                for (final Hop hop : Hop.values()) {
                    if (byCode[hop.code()] != HopRing.NO_TIME) {
                        json.put(hop.label(), byCode[hop.code()] - first);
                    }
                }
                json.end().end();
            });
            return Response.json(json.endList().end());
        });
    }
}
