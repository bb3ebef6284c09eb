package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.FollowerPoller;
import io.daybook.api.Listing;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.Protocol;
import io.daybook.gateway.session.SessionStatus;
import io.daybook.gateway.session.VenueHops;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.StorageLock;
import io.daybook.server.api.DoorSessionRoutes;
import io.daybook.server.config.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The doors beside HTTP, and the feed, where the file has sections for them. Used by one thread, but for what is asked
 * of sessions.
 */
final class Doors implements DoorSessionRoutes.Doors {
    private static final Logger LOG = LoggerFactory.getLogger(Doors.class);
    private static final String COMMAND = "daybook serve";
    private static final String FOLDER = "gateway";

    /** Within that folder, the times of some commands on their way. */
    private static final String HOPS = "hops";

    private final VenueFile<ServerSettings> config;
    private final List<Listing> listings;
    private final @Nullable JsonAuditLog audit;
    private final @Nullable TcpGateway tcp;
    private final @Nullable FixEntrance fix;
    private final VenueHops hops;
    private final DoorMembers members;
    private volatile @Nullable FeedEntrance feed;
    private @Nullable StorageLock feedLock;
    private int port;
    private boolean isTcpStarted;

    private Doors(
            final VenueFile<ServerSettings> config,
            final List<Listing> listings,
            final @Nullable JsonAuditLog audit,
            final @Nullable TcpGateway tcp,
            final @Nullable FixEntrance fix,
            final Members members,
            final VenueHops hops) {
        this.config = config;
        this.listings = List.copyOf(listings);
        this.audit = audit;
        this.tcp = tcp;
        this.fix = fix;
        this.members = new OpenDoors(tcp, fix, null).members(members);
        this.hops = hops;
    }

    /**
     * The doors that a file asks for; none is opened.
     *
     * @param listings those of the file, and those that were made while the venue ran
     */
    static Doors of(final VenueFile<ServerSettings> config, final List<Listing> listings, final Clock clock)
            throws StartException {
        final TcpSettings tcpDoor = config.tcp();
        final FixDoor fixDoor = config.fix();
        final Path file = config.members();
        final VenueHops hops = new VenueHops(config.hopEvery());
        if (file == null || tcpDoor == null && fixDoor == null) {
            return new Doors(config, listings, null, null, null, Members.of(List.of()), hops);
        }
        final Members members = members(file);
        final JsonAuditLog audit = new JsonAuditLog(
                new FileJournalStorage(),
                config.data().resolve(FOLDER),
                clock,
                failure -> LOG.error("the audit log of sessions cannot be written", failure));
        final FixEntrance fix = fixDoor == null
                ? null
                : new FixEntrance(config.data(), listings, config.lossOnPowerFailure(), fixDoor, members, audit);
        final TcpGateway tcp =
                tcpDoor == null ? null : OpenDoors.gateway(config.data(), tcpDoor, members, audit, hops, fix);
        return new Doors(config, listings, audit, tcp, fix, members, hops);
    }

    /**
     * Asks whether the ports are free, and opens the log of the feed: before the exchange has the folder.
     *
     * @param notes is told what people should know
     */
    void prepare(final Consumer<String> notes) throws StartException {
        final TcpSettings tcpDoor = config.tcp();
        if (tcpDoor != null) {
            FreePort.require(tcpDoor.address(), tcpDoor.port(), "tcp.port", config.data(), COMMAND);
        }
        final FixDoor fixDoor = config.fix();
        if (fixDoor != null) {
            FreePort.require(fixDoor.address(), fixDoor.port(), "fix.port", config.data(), COMMAND);
        }
        openFeed(notes);
    }

    private void openFeed(final Consumer<String> notes) throws StartException {
        final FeedDoor door = config.feed();
        if (door == null) {
            return;
        }
        FolderLock.requireFree(config.data(), COMMAND);
        feedLock = FolderLock.take(config.own().folder(), COMMAND);
        final FeedEntrance opened = new FeedEntrance(config.data(), listings, door, config.hopEvery(), notes);
        final TcpSettings settings = config.tcp();
        if (settings != null) {
            opened.spinning(settings.spinMicros());
        }
        feed = opened;
    }

    /** Who is told when commands pass the stages of the exchange. */
    VenueHops hops() {
        return hops;
    }

    /** What is known by now of a command that is timed. Any thread, once all is open. */
    boolean readHops(final long seq, final long[] byCode) {
        if (feed != null) {
            feed.readHops(seq, byCode);
        }
        return hops.read(seq, byCode);
    }

    private OpenDoors all() {
        return new OpenDoors(tcp, fix, feed);
    }

    /** How they hear of results. */
    List<Attachment> attachments() {
        return all().attachments(config.data());
    }

    /** Who hears what becomes of the exchange. */
    ExchangeListener[] listeners() {
        return feed == null ? new ExchangeListener[0] : new ExchangeListener[] {feed};
    }

    /** See {@link OpenDoors#startFeed}. */
    void startFeed(final Exchange exchange) throws StartException {
        all().startFeed(exchange, idOf(config.data()));
    }

    /** Ends what is overdue, before anybody is let in. */
    void endOverdue(final Exchange exchange, final Consumer<String> notes) throws StartException {
        OverdueOrders.end(exchange, all().unstarted(exchange, false), notes);
    }

    /** Lets sessions in. */
    void open(final Exchange exchange) throws StartException {
        try {
            if (fix != null) {
                fix.start(exchange);
            }
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, "the FIX door does not open: " + e.getMessage());
        }
        try {
            if (tcp != null) {
                port = tcp.start(exchange, idOf(config.data()));
                isTcpStarted = true;
            }
        } catch (IllegalArgumentException e) {
            throw new StartException(true, "the door for programs does not open: " + e.getMessage());
        } catch (UncheckedIOException e) {
            final Throwable why = Objects.requireNonNull(e.getCause());
            throw new StartException(
                    true,
                    "the door for programs does not open: " + e.getMessage() + ": "
                            + Objects.requireNonNullElse(why.getMessage(), why.toString()));
        }
    }

    private static UUID idOf(final Path data) {
        return UUID.fromString(JournalReader.open(data).exchangeId());
    }

    /** The port of the door for programs; 0 where there is none. */
    int tcpPort() {
        return port;
    }

    @Override
    public List<SessionStatus> sessions() {
        final List<SessionStatus> all = new ArrayList<>();
        if (tcp != null) {
            all.addAll(tcp.sessions());
        }
        if (fix != null) {
            all.addAll(fix.sessions());
        }
        all.sort(Comparator.comparingInt(SessionStatus::session));
        return all;
    }

    @Override
    public boolean end(final int session) {
        return tcp != null && tcp.end(session) || fix != null && fix.end(session);
    }

    /** How many sessions of a protocol are logged in; negative where its door is not there. Any thread. */
    int upCount(final Protocol protocol) {
        return switch (protocol) {
            case TCP -> tcp == null ? -1 : tcp.upCount();
            case FIX -> fix == null ? -1 : fix.upCount();
        };
    }

    /** How many sessions of a protocol may log in. Any thread. */
    int count(final Protocol protocol) {
        return (int) members.counting().sessions().stream()
                .filter(session -> session.protocol() == protocol && !session.retired())
                .count();
    }

    /** Where FIX listens and the feed goes, a line each, for people. */
    List<String> told() {
        final List<String> lines = new ArrayList<>();
        if (fix != null) {
            lines.add(fix.told());
        }
        if (feed != null) {
            lines.add(feed.told());
        }
        return lines;
    }

    /** Says that packets of the feed were dropped, at most once a minute. */
    void tellDrops(final long nowNs) {
        if (feed != null) {
            feed.tellDrops(nowNs);
        }
    }

    /** Other members count from now on, at every door, all of them or none. */
    void reload(final VenueFile<ServerSettings> other) throws StartException {
        if (tcp == null && fix == null) {
            return;
        }
        final Path file = other.members();
        if (file == null) {
            throw new StartException(true, "members is missing, and a door for them is open");
        }
        final Members read = members(file);
        try {
            members.reload(read);
        } catch (IllegalArgumentException e) {
            throw new StartException(true, file + ": " + e.getMessage());
        }
    }

    /** Ends all sessions; all go on following the exchange. */
    void stop() {
        Closing.all(tcp != null && isTcpStarted ? tcp::stop : null, fix == null ? null : fix::stop);
    }

    /** Ends the exchange, which waits at its end for its followers, and then the doors; null where it never was. */
    void close(final @Nullable Exchange exchange) {
        Closing.all(
                exchange == null ? null : this::stop,
                exchange == null ? null : () -> end(exchange),
                () -> all().close(),
                this::endFeedLock,
                exchange == null ? null : this::writeHops,
                this::closeAudit);
    }

    private void end(final Exchange exchange) {
        final List<FollowerPoller> pollers = all().unstarted(exchange, isTcpStarted);
        if (pollers.isEmpty()) {
            exchange.close();
        } else {
            UnstartedFollowers.close(exchange, pollers);
        }
    }

    private void writeHops() {
        final Path folder = config.data().resolve(FOLDER).resolve(HOPS);
        try {
            hops.write(folder);
            if (feed != null) {
                feed.writeHops(folder);
            }
        } catch (IOException e) {
            LOG.warn("the times of hops cannot be written", e);
        }
    }

    private void endFeedLock() {
        if (feedLock == null) {
            return;
        }
        try {
            feedLock.close();
        } catch (IOException e) {
            LOG.warn("the lock of the feed's log cannot be closed", e);
        }
    }

    private void closeAudit() {
        if (audit == null) {
            return;
        }
        try {
            audit.close();
        } catch (IOException e) {
            LOG.warn("the audit log of sessions cannot be closed", e);
        }
    }

    private static Members members(final Path file) throws StartException {
        try {
            return MembersReader.read(file);
        } catch (ConfigException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new StartException(true, "members: " + file + " cannot be read: " + e.getMessage());
        }
    }
}
