package io.daybook.testvenue;

import io.daybook.api.Listing;
import io.daybook.server.http.Body;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Leads a client of the FIX door through {@link FixSteps}: sets each step's fault, compares the messages in both
 * directions with the step's events, and continues with the next step. Any thread.
 */
public final class FixCertification {
    private static final long FIRST_PRICE = 50_000;
    private static final int SILENCE = 4;

    private final Life life;
    private final Trader trader;
    private final String compId;
    private final Duration patience;
    private final List<String> verdicts = new ArrayList<>();
    private final List<String> news = new ArrayList<>();
    private int event;
    private int heartbeatS = 30;
    private String orderId = "";

    /**
     * Begins with the first step.
     *
     * @param trader a trader with a session
     * @param patience the time to wait for each event
     */
    FixCertification(final Life life, final Trader trader, final Duration patience) {
        this.life = life;
        this.trader = trader;
        this.compId = Objects.requireNonNull(trader.member()).compId();
        this.patience = patience;
        begin();
    }

    private int step() {
        return verdicts.size();
    }

    private @Nullable FixStep now() {
        return step() < FixSteps.ALL.size() ? FixSteps.ALL.get(step()) : null;
    }

    private void begin() {
        event = 0;
        life.faults().clear();
        final FixStep now = now();
        if (now == null) {
            return;
        }
        news.add((step() + 1) + " of " + FixSteps.ALL.size() + ", " + now.title() + ": " + task(now));
        if (!now.fault().isEmpty()) {
            final byte[] body = faults(now.fault());
            final Json unused = life.faults().add(body, Body.read(body).objects("faults"), life.known());
        }
        wait(step(), event);
    }

    /** Writes the fault of a step as the control door takes it. */
    private byte[] faults(final String fault) {
        final List<String> parts = List.of(fault.split(" "));
        final Json json = new Json().object().list("faults").object();
        json.object("when").put("door", "fix").put("key", trader.name()).put("route", parts.get(0));
        json.end().put("do", parts.get(1));
        for (final String part : parts.subList(2, parts.size())) {
            final String[] member = part.split("=", 2);
            json.put(member[0], member[1].replace("{silence}", "PT" + SILENCE * heartbeatS + "S"));
        }
        return json.end().endList().end().bytes();
    }

    private String task(final FixStep of) {
        return of.task().replace("{price}", Long.toString(price()));
    }

    /**
     * The price of the step's order: better than those of earlier steps, so that none of their orders is ahead of it.
     */
    private long price() {
        return FIRST_PRICE + step();
    }

    /** Lets the step fail if the event does not come within the patience, which is longer if heartbeats are rare. */
    private void wait(final int ofStep, final int ofEvent) {
        final long waitMs = Math.max(patience.toMillis(), TimeUnit.SECONDS.toMillis((SILENCE + 1L) * heartbeatS));
        final var unused =
                life.faults().later().schedule(() -> expire(ofStep, ofEvent, waitMs), waitMs, TimeUnit.MILLISECONDS);
    }

    private synchronized void expire(final int ofStep, final int ofEvent, final long waitMs) {
        final FixStep now = now();
        if (now != null && step() == ofStep && event == ofEvent) {
            end("not seen within " + Duration.ofMillis(waitMs) + ": "
                    + now.events().get(event).text());
        }
    }

    private void end(final String failure) {
        verdicts.add(failure);
        news.add(failure.isEmpty() ? "  passed" : "  failed: " + failure);
        begin();
    }

    /**
     * Takes a message of a session that comes in, or leaves for the client.
     *
     * @param reaches whether the message reaches its receiver
     */
    synchronized void message(final boolean isIn, final String message, final boolean reaches) {
        final FixStep now = now();
        if (now == null || !reaches || !FixWords.value(message, isIn ? 49 : 56).equals(compId)) {
            return;
        }
        if (isIn && FixWords.value(message, 35).equals("A")) {
            final String given = FixWords.value(message, 108);
            heartbeatS = given.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(given) : heartbeatS;
        }
        if (!isIn && FixWords.value(message, 150).equals("0")) {
            orderId = FixWords.value(message, 37);
        }
        final FixStep.Event next = now.events().get(event);
        if (next.matches(isIn, message)) {
            if (!next.fill().isEmpty()) {
                fill(orderId, next.fill());
            }
            event++;
            if (event == now.events().size()) {
                end("");
            } else {
                wait(step(), event);
            }
        } else if (event > 0) {
            for (final FixStep.Fatal fatal : now.fatal()) {
                if (fatal.event().matches(isIn, message)) {
                    final String text = FixWords.value(message, 58);
                    end(fatal.why() + (text.isEmpty() ? "" : ": " + text));
                    return;
                }
            }
        }
    }

    /** Fills an order by a trade of the house, on the agenda's thread. */
    private void fill(final String id, final String size) {
        final Listing listing = Objects.requireNonNull(life.listings().get(FixSteps.SYMBOL));
        life.agenda().after(0, () -> {
            final String unused = life.house()
                    .take(listing, Long.parseLong(id), Decimal.steps("", new BigDecimal(size), listing.lot()));
        });
    }

    /** The lines since the last call: each step with the client's task, and its outcome. */
    public synchronized List<String> news() {
        final List<String> lines = List.copyOf(news);
        news.clear();
        return lines;
    }

    /** Whether all steps have ended. */
    public synchronized boolean isDone() {
        return now() == null;
    }

    /** The number of steps that the client has passed. */
    public synchronized int passed() {
        return (int) verdicts.stream().filter(String::isEmpty).count();
    }

    /** The number of steps that the client has failed. */
    public synchronized int failed() {
        return step() - passed();
    }

    synchronized Json list() {
        final Json json = new Json()
                .object()
                .put("key", trader.name())
                .put("passed", passed())
                .put("failed", failed())
                .put("done", isDone());
        final FixStep now = now();
        if (now != null) {
            final FixStep.Event next = now.events().get(event);
            json.object("now")
                    .put("step", step() + 1)
                    .put("event", event + 1)
                    .put("task", task(now))
                    .put("waitsFor", next.text())
                    .put("send", next.sends().isEmpty() ? null : next.sends())
                    .put("price", price())
                    .end();
        }
        json.list("steps");
        for (int i = 0; i < FixSteps.ALL.size(); i++) {
            final String verdict = i < step() ? verdicts.get(i) : null;
            json.object()
                    .put("step", i + 1)
                    .put("title", FixSteps.ALL.get(i).title())
                    .put(
                            "state",
                            verdict == null ? i == step() ? "now" : "open" : verdict.isEmpty() ? "passed" : "failed")
                    .put("why", verdict == null || verdict.isEmpty() ? null : verdict)
                    .end();
        }
        return json.endList().end();
    }
}
