package io.daybook.cli;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireSettings;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.session.ViewSource;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.host.Clock;
import io.daybook.journal.host.Scheduler;
import io.daybook.journal.storage.FileJournalStorage;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The public feed of a venue. Used by one thread; what the exchange tells comes on any. */
final class FeedEntrance implements AutoCloseable, ExchangeListener {
    /** The name of its follower. */
    static final String FOLLOWER = FeedFold.NAME;

    private final FeedDoor door;
    private final Path data;
    private final Console console;
    private final FeedPublisher publisher;
    private boolean isRunning;

    /**
     * Opens the feed's log.
     *
     * @throws CommandFailure where the log cannot be used
     */
    FeedEntrance(final GatewayConfig config, final FeedDoor door, final Console console) throws CommandFailure {
        this.door = door;
        this.data = config.data();
        this.console = console;
        try {
            this.publisher = new FeedPublisher(
                    new FileJournalStorage(),
                    data,
                    knownId(data),
                    settings(door),
                    FeedLogLimits.DEFAULT,
                    config.listings(),
                    Clock.system(),
                    Scheduler.threads(Clock.system()));
        } catch (final FeedLogException e) {
            throw refusal(e);
        }
    }

    /** The id of the exchange; null where the folder has none yet. */
    private static @Nullable UUID knownId(final Path data) throws CommandFailure {
        try {
            return UUID.fromString(JournalReader.open(data).exchangeId());
        } catch (final JournalException e) {
            if (e.reason() == JournalException.Reason.GAP) {
                return null;
            }
            throw CommandFailure.of(e, data);
        }
    }

    /** Its session names are set when it starts. */
    private static WireSettings settings(final FeedDoor door) {
        final FeedDoor.Requests requests = door.requests();
        return new WireSettings(
                0,
                0,
                door.channels(),
                door.packetBytes(),
                line(door.lineA()),
                line(door.lineB()),
                line(door.snapshots()),
                door.cycleMs(),
                requests == null ? null : requests.address(),
                address -> requests != null && requests.mayAsk(address),
                requests == null ? WireSettings.DEFAULT_REQUESTS_PER_SECOND : requests.perSecond(),
                requests == null ? WireSettings.DEFAULT_ALL_REQUESTS_PER_SECOND : requests.allPerSecond());
    }

    private static @Nullable LineSettings line(final FeedDoor.@Nullable Line line) {
        return line == null ? null : new LineSettings(line.target(), line.network());
    }

    private static CommandFailure refusal(final FeedLogException failure) {
        return new CommandFailure(
                failure.reason() == FeedLogException.Reason.OTHER_FEED ? ExitCodes.USAGE : ExitCodes.FATAL,
                "the feed does not start: " + failure.getMessage());
    }

    /** How it hears of results. */
    Attachment attachment() {
        return publisher.attachment();
    }

    /** Begins to send, before anybody can send a command; where the log is ahead, it says so, and sends nothing. */
    void start(final Exchange exchange, final UUID id) throws CommandFailure {
        try {
            publisher.start(exchange, id);
        } catch (final FeedLogException e) {
            throw refusal(e);
        } catch (final UncheckedIOException e) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    told(door) + ": " + e.getMessage()
                            + ". Where another process has the port, choose another feed.requests.port");
        }
        isRunning = true;
        if (publisher.isAhead()) {
            console.err()
                    .println("daybook: note: the feed is ahead of the journal (AHEAD_OF_JOURNAL), so nothing of it is"
                            + " sent: subscribers were perhaps told what the journal does not have. Stop the gateway,"
                            + " then: daybook feed restart " + data);
        }
    }

    /** Whether it follows the exchange by itself. */
    boolean isRunning() {
        return isRunning;
    }

    /** From where subscribers over TCP are served; null where nothing is sent. */
    @Nullable
    ViewSource views() {
        return publisher.views();
    }

    /** Where it goes, for people. */
    String told() {
        return publisher.isAhead() ? "feed: nothing is sent, for it is ahead of the journal" : told(door);
    }

    /** Where a feed goes, for people. */
    static String told(final FeedDoor door) {
        final List<String> places = new ArrayList<>();
        add(places, "line A", door.lineA());
        add(places, "line B", door.lineB());
        add(places, "snapshots", door.snapshots());
        final FeedDoor.Requests requests = door.requests();
        if (requests != null) {
            places.add("requests " + shown(requests.address()));
        }
        places.add("TCP");
        return "feed of " + GatewayCheckCommand.counted(door.channels(), "channel") + ": " + String.join(", ", places);
    }

    private static void add(final List<String> places, final String name, final FeedDoor.@Nullable Line line) {
        if (line != null) {
            places.add(name + " " + shown(line.target()));
        }
    }

    private static String shown(final InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public void onDetached(final String name, final Throwable cause) {
        if (name.equals(FOLLOWER)) {
            console.err()
                    .println("daybook: note: the feed has failed, and the exchange goes on without it until the next"
                            + " start: " + cause);
        }
    }

    /** Ends it, once the exchange was closed and everything was heard. */
    @Override
    public void close() {
        publisher.close();
    }
}
