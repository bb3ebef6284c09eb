package io.daybook.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;

/** The description of each metric, for the page of metrics and for ops/metrics.md of the distribution. */
final class MetricTexts implements MeterFilter {
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("daybook.exchange.state", "1 for the state in which the exchange is, 0 for the others"),
            Map.entry("daybook.seq", "The last command whose result was delivered"),
            Map.entry("daybook.ring.size.slots", "Slots of the ring"),
            Map.entry("daybook.ring.fill.slots", "Slots of the ring that hold commands on their way"),
            Map.entry("daybook.journal.written.seq", "The last command that was written to the journal"),
            Map.entry("daybook.journal.forced.seq", "The last command that was forced to the disk"),
            Map.entry(
                    "daybook.journal.lag.commands",
                    "Commands that are settled and not yet in the journal as ackMode wants it"),
            Map.entry("daybook.commands", "Commands that were carried out since the start, by type"),
            Map.entry("daybook.trades", "Trades since the start, by symbol"),
            Map.entry("daybook.orders.live", "Orders that live, by symbol"),
            Map.entry("daybook.journal.segments", "Files of the journal"),
            Map.entry("daybook.journal.bytes", "Their size"),
            Map.entry("daybook.snapshot.last.seq", "The last command in the newest snapshot; NaN without one"),
            Map.entry("daybook.snapshot.age.seconds", "How old the state in the newest snapshot is; NaN without one"),
            Map.entry("daybook.snapshot.bytes", "The size of the newest snapshot; NaN without one"),
            Map.entry("daybook.snapshot.failures", "Snapshots that were not completed since the start"),
            Map.entry("daybook.follower.held.bytes", "What is kept on the disk for a follower alone"),
            Map.entry("daybook.history.seq", "The last command that the history of the market shows"),
            Map.entry("daybook.history.lag.seconds", "By how much the history of the market is behind"),
            Map.entry("daybook.build.info", "1; its labels say which build this is, and on which Java it runs"),
            Map.entry(
                    "daybook.speculation.waits", "How often a result waited for the journal's answer to a speculation"),
            Map.entry("daybook.listener.errors", "How often a listener has thrown"),
            Map.entry("daybook.journal.force", "How often the journal was forced, and the time spent for it"),
            Map.entry("daybook.refusals", "Commands that were refused, by result code"),
            Map.entry("daybook.follower.seq", "The last command that a follower was told"),
            Map.entry("daybook.follower.events.behind", "Results that wait for a follower"),
            Map.entry("daybook.recovery.seconds", "How long the last recovery took"),
            Map.entry("daybook.disk.free.bytes", "What the disk of the folder has left"),
            Map.entry("daybook.http.connections", "Open connections of the HTTP door, WebSockets among them"),
            Map.entry("daybook.http.request", "Requests and how long their answers took, by route, method and status"),
            Map.entry("daybook.http.limited", "Connections that were turned away, by limit"),
            Map.entry("daybook.auth.failures", "Requests whose key did not count, by reason"),
            Map.entry("daybook.sessions", "Sessions of a door, by state"),
            Map.entry("daybook.hop", "Steps of timed commands, by the two points between which they lie"),
            Map.entry("daybook.command", "Timed commands from the engine's begin until their result may leave"),
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
