package io.daybook.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;

/** The description of each metric, for the page of metrics and for ops/metrics.md of the distribution. */
final class MetricTexts implements MeterFilter {
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("daybook.exchange.state", "1 for the present state of the exchange, 0 for the other states"),
            Map.entry("daybook.seq", "The last command whose result was delivered"),
            Map.entry("daybook.ring.size.slots", "Slots of the ring"),
            Map.entry("daybook.ring.fill.slots", "Slots of the ring with commands that are still in progress"),
            Map.entry("daybook.journal.written.seq", "The last command that was written to the journal"),
            Map.entry("daybook.journal.forced.seq", "The last command that was forced to the disk"),
            Map.entry(
                    "daybook.journal.lag.commands",
                    "Commands that are settled and not yet in the journal in the way that ackMode requires"),
            Map.entry("daybook.commands", "Commands that were carried out since the start, by type"),
            Map.entry("daybook.trades", "Trades since the start, by symbol"),
            Map.entry("daybook.orders.live", "Live orders, by symbol"),
            Map.entry("daybook.journal.segments", "Files of the journal"),
            Map.entry("daybook.journal.bytes", "The size of the journal's files"),
            Map.entry("daybook.snapshot.last.seq", "The last command in the newest snapshot; NaN without one"),
            Map.entry("daybook.snapshot.age.seconds", "The age of the state in the newest snapshot; NaN without one"),
            Map.entry("daybook.snapshot.bytes", "The size of the newest snapshot; NaN without one"),
            Map.entry("daybook.snapshot.failures", "Snapshots that were not completed since the start"),
            Map.entry("daybook.follower.held.bytes", "Bytes of the journal that are kept only for a follower"),
            Map.entry("daybook.history.seq", "The last command that the history of the market shows"),
            Map.entry("daybook.history.lag.seconds", "The delay of the history of the market"),
            Map.entry("daybook.build.info", "1; the labels have the build, and the version of Java that it runs on"),
            Map.entry(
                    "daybook.speculation.waits", "How often a result waited for the journal to confirm a speculation"),
            Map.entry("daybook.listener.errors", "How often a listener has thrown an exception"),
            Map.entry("daybook.journal.force", "How often the journal was forced, and the time that this took"),
            Map.entry("daybook.refusals", "Commands that were refused, by result code"),
            Map.entry("daybook.follower.seq", "The last command whose result a follower received"),
            Map.entry("daybook.follower.events.behind", "Results that wait for a follower"),
            Map.entry("daybook.recovery.seconds", "How long the last recovery took"),
            Map.entry("daybook.disk.free.bytes", "The free room on the disk of the folder"),
            Map.entry("daybook.http.connections", "Open connections of the HTTP door, including WebSockets"),
            Map.entry("daybook.http.request", "Requests and the time until their answers, by route, method and status"),
            Map.entry("daybook.http.limited", "Connections that were refused, by limit"),
            Map.entry("daybook.auth.failures", "Requests with wrong credentials, by reason"),
            Map.entry("daybook.sessions", "Sessions of a door, by state"),
            Map.entry("daybook.hop", "Steps of timed commands, by their start and end points"),
            Map.entry("daybook.command", "Timed commands, from the engine's start until their result may leave"),
            Map.entry("daybook.ws.connections", "Open WebSockets"),
            Map.entry("daybook.ws.subscriptions", "Subscriptions of WebSockets, by kind of channel"),
            Map.entry("daybook.ws.messages", "Messages sent over WebSockets, by kind of channel"),
            Map.entry("daybook.ws.conflated", "Messages that were merged into later ones for a slow peer"),
            Map.entry("daybook.ws.slow.closed", "WebSockets that were closed because their peer read too slowly"));

    @Override
    public Meter.Id map(final Meter.Id id) {
        final String text = TEXTS.get(id.getName());
        return text == null
                ? id
                : new Meter.Id(id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), text, id.getType());
    }
}
