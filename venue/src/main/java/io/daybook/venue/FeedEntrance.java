package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Listing;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.feed.wire.FeedHops;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireCounters;
import io.daybook.feed.wire.WireSettings;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.server.FolderHistory;
import io.daybook.server.StartException;
import io.daybook.sessions.ViewSource;
import io.daybook.sessions.member.Closing;
import io.daybook.wire.feed.FeedSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The public feed of a venue. Used by one thread; results of the exchange come on any thread. */
public final class FeedEntrance implements AutoCloseable, ExchangeListener {
    /** The name of the feed's follower. */
    public static final String FOLLOWER = FeedFold.NAME;

    private final FeedDoor door;
    private final Path data;
    private final Consumer<String> notes;
    private final FeedPublisher publisher;
    private final FeedHops hops;
    private final FeedDrops drops;
    private boolean isRunning;

    /**
     * Opens the feed's log. The caller must own the folder: see {@link FolderLock}.
     *
     * @param data the exchange's folder
     * @param listings the names and decimals of symbols
     * @param door the destinations of the feed
     * @param hopEvery times every n-th command; 0 for none
     * @param notes receives messages for people, on any thread
     * @throws StartException if the log cannot be used
     * @throws io.daybook.journal.JournalException if the journal cannot be read
     */
    public FeedEntrance(
            final Path data,
            final List<Listing> listings,
            final FeedDoor door,
            final int hopEvery,
            final Consumer<String> notes,
            final Clock clock)
            throws StartException {
        this.door = door;
        this.data = data;
        this.notes = notes;
        this.drops = new FeedDrops(notes);
        try {
            this.publisher = new FeedPublisher(
                    new FileJournalStorage(),
                    data,
                    knownId(data),
                    settings(door),
                    FeedLogLimits.of(door.keptBytes(), TimeUnit.MINUTES.toNanos(door.keptMinutes()), door.channels()),
                    listings,
                    clock,
                    Scheduler.threads(clock),
                    door.levels());
        } catch (final FeedLogException e) {
            throw refusal(e);
        }
        publisher.in(FolderHistory.of(data));
        hops = new FeedHops(hopEvery, clock);
        publisher.timedBy(hops);
    }

    /** Sets how long the feed's thread spins before it sleeps, in microseconds. Called before the start. */
    public void spinning(final int micros) {
        publisher.spinning(micros);
    }

    /** The id of the exchange; null if the folder has none yet. */
    private static @Nullable UUID knownId(final Path data) {
        try {
            return UUID.fromString(JournalReader.open(data).exchangeId());
        } catch (final JournalException e) {
            if (e.reason() == JournalException.Reason.GAP) {
                return null;
            }
            throw e;
        }
    }

    /** Returns the settings of the wire. The session names are set at the start. */
    public static WireSettings settings(final FeedDoor door) {
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
                requests == null ? FeedSettings.REQUESTS_PER_SECOND : requests.perSecond(),
                requests == null ? FeedSettings.ALL_REQUESTS_PER_SECOND : requests.allPerSecond());
    }

    private static @Nullable LineSettings line(final FeedDoor.@Nullable Line line) {
        return line == null ? null : new LineSettings(line.target(), line.network());
    }

    private static StartException refusal(final FeedLogException failure) {
        return new StartException(
                failure.reason() == FeedLogException.Reason.OTHER_FEED,
                "the feed does not start: " + failure.getMessage());
    }

    /** The feed's follower. */
    public Attachment attachment() {
        return publisher.attachment();
    }

    /**
     * Begins to send, before the first command. If the log is ahead, it reports that, and sends nothing.
     *
     * @throws StartException if the log or a port cannot be used
     */
    public void start(final Exchange exchange, final UUID id) throws StartException {
        try {
            publisher.start(exchange, id);
        } catch (final FeedLogException e) {
            throw refusal(e);
        } catch (final UncheckedIOException e) {
            throw new StartException(
                    false,
                    told(door) + ": " + e.getMessage()
                            + ". If another process has the port, choose another feed.requests.port");
        }
        isRunning = true;
        if (publisher.isAhead()) {
            notes.accept("note: the feed is ahead of the journal (AHEAD_OF_JOURNAL), so none of its messages are sent:"
                    + " subscribers may have messages that the journal lacks. Stop the venue, then: daybook feed"
                    + " restart " + data);
        }
    }

    /** Returns whether the feed's own thread polls the exchange. */
    public boolean isRunning() {
        return isRunning;
    }

    /** The source of subscribers over TCP; null if nothing is sent. */
    public @Nullable ViewSource views() {
        return publisher.views();
    }

    /** The destinations of this feed, for people. */
    public String told() {
        return publisher.isAhead() ? "feed: nothing is sent, because it is ahead of the journal" : told(door);
    }

    /** The destinations of a feed, for people. */
    public static String told(final FeedDoor door) {
        final List<String> places = new ArrayList<>();
        add(places, "line A", door.lineA());
        add(places, "line B", door.lineB());
        add(places, "snapshots", door.snapshots());
        final FeedDoor.Requests requests = door.requests();
        if (requests != null) {
            places.add("requests " + shown(requests.address()));
        }
        places.add(door.levels() ? "TCP with levels" : "TCP");
        return "feed of " + door.channels() + (door.channels() == 1 ? " channel: " : " channels: ")
                + String.join(", ", places);
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
            notes.accept(
                    "note: the feed has failed, and the exchange continues without it until the next start: " + cause);
        }
    }

    /** Reads the times of a command that are available so far; see {@link FeedHops#read}. Any thread. */
    void readHops(final long seq, final long[] byCode) {
        hops.read(seq, byCode);
    }

    /** Writes the times of some commands. Called after the feed has ended. */
    public void writeHops(final Path folder) throws IOException {
        hops.write(folder);
    }

    /** Logs dropped packets, at most once a minute. */
    public void tellDrops(final long nowNs) {
        drops.tell(publisher.counters(), nowNs);
    }

    /** Logs the numbers of sent packets, at the end. */
    private void tellCounters() {
        final WireCounters counters = publisher.counters();
        if (counters != null && door.lineA() != null) {
            notes.accept(String.format(
                    Locale.ROOT,
                    "feed: packets sent %,d, dropped %,d; snapshots %,d; requests answered %,d," + " refused %,d",
                    counters.packets(),
                    counters.dropped(),
                    counters.snapshots(),
                    counters.answered(),
                    counters.refused()));
        }
    }

    /** Ends the feed, after the exchange was closed and every result was received. */
    @Override
    public void close() {
        Closing.all(publisher, this::tellCounters);
    }
}
