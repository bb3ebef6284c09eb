package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Listing;
import io.daybook.api.NoSpaceException;
import io.daybook.api.Nop;
import io.daybook.api.StateHashQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.journal.access.JournalReader;
import io.daybook.server.HttpDoor;
import io.daybook.server.ServerFolder;
import io.daybook.server.StartException;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.demo.DemoMarket;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.audit.JsonAuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The assembly of a venue in one process: it turns a file, which its caller has read, into an exchange with its doors,
 * its feed and its followers, and runs them from the start to the end. Without {@code [http]} ({@code http.enabled =
 * false}) it opens no port for HTTP, keeps no folder {@code server} and no keys, and nothing follows the exchange for
 * HTTP. Used by one thread, except for {@link #reload}.
 *
 * <p>The order of a start: the ports are checked, the feed's log is opened, the exchange recovers, the feed begins,
 * overdue orders end, listings are added, and then the doors open, HTTP last.
 */
public final class Venue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Venue.class);

    /** The name of this process, for another one that needs the folder. */
    private static final String COMMAND = "daybook serve";

    private static final byte[] NO_TAG = {};

    private final VenueFile<ServerSettings> config;
    private final List<Listing> listings;
    private final VenueGiven given;
    private @Nullable MembersFile membersFile;
    private final @Nullable JsonAuditLog audit;
    private final Doors doors;
    private @Nullable HttpDoor http;
    private final List<ExchangeListener> listeners = new ArrayList<>();

    /** The messages about a restore by this start. */
    private final List<String> restored = new ArrayList<>();

    private Consumer<String> notes = LOG::warn;
    private @Nullable StorageLock feedLock;
    private @Nullable Exchange exchange;
    private boolean isClosed;

    private Venue(
            final VenueFile<ServerSettings> config,
            final List<Listing> listings,
            final VenueGiven given,
            final @Nullable MembersFile membersFile,
            final @Nullable JsonAuditLog audit,
            final Doors doors) {
        this.config = config;
        this.listings = listings;
        this.given = given;
        this.membersFile = membersFile;
        this.audit = audit;
        this.doors = doors;
    }

    private static Doors.Wanted wanted(final VenueFile<ServerSettings> config, final List<Listing> listings) {
        return new Doors.Wanted(
                config.data(), config.tcp(), config.fix(), listings, config.lossOnPowerFailure(), false);
    }

    /**
     * Reads the members and the keys. No door is opened yet.
     *
     * @throws StartException if they cannot be read
     */
    public static Venue open(final VenueFile<ServerSettings> config) throws StartException {
        return open(config, null, VenueGiven.of(Clock.system()));
    }

    /**
     * Opens a venue with bots.
     *
     * @param demo creates the market; null for none
     * @param given the other parts of the venue
     * @throws StartException if members or keys cannot be read
     */
    public static Venue open(
            final VenueFile<ServerSettings> config, final @Nullable DemoMarket demo, final VenueGiven given)
            throws StartException {
        final Clock clock = given.clock();
        final List<String> restored = RestoredCopy.begin(config.data(), clock);
        restored.forEach(LOG::warn); // logged at once: after a failed start the next one would not restore again
        final List<Listing> listings = ServerFolder.listings(config.own().folder(), config.listings());
        final Venue venue = withDoors(config, listings, given);
        venue.restored.addAll(restored);
        try {
            venue.http = config.own().servesHttp() ? HttpDoor.open(config, listings, demo, given.http()) : null;
        } catch (StartException | RuntimeException | Error e) {
            Closing.after(e, venue);
            throw e;
        }
        return venue;
    }

    private static Venue withDoors(
            final VenueFile<ServerSettings> config, final List<Listing> listings, final VenueGiven given)
            throws StartException {
        final Path file = config.members();
        final boolean hasDoors = config.tcp() != null || config.fix() != null;
        final MembersFile membersFile = file == null || !hasDoors ? null : new MembersFile(file);
        final Members members = membersFile == null ? Members.of(List.of()) : membersFile.read();
        final JsonAuditLog audit = membersFile == null
                ? null
                : new JsonAuditLog(
                        new FileJournalStorage(),
                        config.data().resolve(Doors.FOLDER),
                        given.clock(),
                        failure -> LOG.error("the audit log of sessions cannot be written", failure));
        try {
            final Doors doors = new Doors(
                    wanted(config, listings),
                    members,
                    audit == null ? AuditLog.none() : audit,
                    new VenueHops(config.hopEvery()),
                    given);
            return new Venue(config, listings, given, membersFile, audit, doors);
        } catch (IllegalArgumentException e) {
            Closing.after(e, audit);
            throw new StartException(true, Failures.reason(e));
        } catch (RuntimeException | Error e) {
            Closing.after(e, audit);
            throw e;
        }
    }

    /**
     * Sets the handler of an admin's requests to read the configuration again or to end the venue. Called before the
     * start.
     */
    public void control(final OperationRoutes.Control control) {
        if (http != null) {
            http.control(control);
        }
    }

    /** Sets the receiver of lines for people. The lines come on any thread. Called before the start. */
    public void notes(final Consumer<String> lines) {
        notes = lines;
    }

    /** Adds a listener of the exchange. Called before the start. */
    public void listener(final ExchangeListener listener) {
        listeners.add(listener);
    }

    /**
     * Listens for HTTP, which answers {@code livez} while the exchange recovers.
     *
     * @return the port; 0 if HTTP is off
     */
    public int listen() throws StartException {
        return http == null ? 0 : http.listen();
    }

    /**
     * Recovers the exchange, and opens the doors.
     *
     * @throws RuntimeException an exception of the start of the exchange
     */
    public Exchange start() throws StartException {
        return start(new FileJournalStorage());
    }

    /** Starts on a storage of the caller, with followers of the caller after those of the doors. */
    Exchange start(final JournalStorage storage, final Attachment... more) throws StartException {
        restored.forEach(notes);
        requireFreePorts();
        final List<Attachment> followers = followers();
        followers.addAll(List.of(more));
        final Exchange running = recover(storage, followers);
        final UUID id = UUID.fromString(JournalReader.open(config.data()).exchangeId());
        if (http != null) {
            http.attached(running);
        }
        doors.startFeed(running, id);
        OverdueOrders.end(running, doors.unstarted(running), notes);
        addSymbols(running);
        if (http == null) {
            doors.open(running, id);
            return running;
        }
        http.assemble(
                running, followers.stream().map(one -> one.follower().name()).toList(), doors);
        doors.open(running, id);
        http.serve();
        return running;
    }

    /**
     * Adds the listed symbols that are missing. The first of these commands carries the mark of HTTP; if no symbol is
     * missing, a NOP carries it.
     */
    private void addSymbols(final Exchange running) throws StartException {
        final byte[] mark = http == null ? NO_TAG : http.mark();
        final boolean ofDemo = http != null && http.addDemoSymbols(running, mark);
        if (!ListedSymbols.add(running, listings, mark) && !ofDemo && mark.length > 0) {
            mark(running, mark);
        }
    }

    /** Sends the mark of HTTP. If the disk has no room for it, the next start sends it. */
    private static void mark(final Exchange running, final byte[] tag) {
        try {
            final CompletableFuture<CommandResult> unused = running.submit(new Nop(), 0, tag);
        } catch (NoSpaceException e) {
            LOG.debug("the orders of HTTP continue without updates of woken orders", e);
        }
    }

    /** Opens the feed's log. Returns the followers of all doors and of the feed. */
    List<Attachment> followers() throws StartException {
        openFeed();
        final List<Attachment> followers = new ArrayList<>(doors.attachments());
        if (http != null) {
            followers.addAll(http.attachments());
        }
        return followers;
    }

    /** Recovers the exchange; no door opens. */
    Exchange recover(final JournalStorage storage, final List<Attachment> followers) {
        if (http != null) {
            http.recovering(followers);
            if (http.keysNote() != null) {
                notes.accept("note: " + http.keysNote());
            }
        }
        final FeedEntrance feed = doors.feed();
        if (feed != null) {
            listeners.add(feed);
        }
        final Exchange running = DaybookExchange.start(
                storage,
                config.exchange(),
                followers,
                doors.hops(),
                given.time(),
                listeners.toArray(new ExchangeListener[0]));
        exchange = running;
        return running;
    }

    /** Checks the ports before the exchange opens the folder, because a taken port is the usual mistake. */
    private void requireFreePorts() throws StartException {
        final TcpSettings tcp = config.tcp();
        if (tcp != null) {
            FreePort.require(tcp.address(), tcp.port(), "tcp.port", config.data(), COMMAND);
        }
        final FixDoor fix = config.fix();
        if (fix != null) {
            FreePort.require(fix.address(), fix.port(), "fix.port", config.data(), COMMAND);
        }
    }

    /** Opens the feed's log, under a lock of its own, because the exchange locks the folder later. */
    private void openFeed() throws StartException {
        final FeedDoor door = config.feed();
        if (door == null) {
            return;
        }
        FolderLock.requireFree(config.data(), COMMAND);
        feedLock = FolderLock.take(
                http == null
                        ? config.data().resolve(Doors.FOLDER)
                        : config.own().folder(),
                COMMAND);
        final FeedEntrance opened =
                new FeedEntrance(config.data(), listings, door, config.hopEvery(), notes, given.clock());
        final TcpSettings tcp = config.tcp();
        if (tcp != null) {
            opened.spinning(tcp.spinMicros());
        }
        doors.feed(opened);
    }

    /** The HTTP server; null if HTTP is off. */
    public @Nullable HttpDoor http() {
        return http;
    }

    /** The port of the door for programs; 0 if there is none. */
    public int tcpPort() {
        return doors.tcpPort();
    }

    /** The number of sessions that may log in. */
    public int sessionCount() {
        return doors.counting().sessions().size();
    }

    /** The addresses of FIX and of the feed, one per line, for people; empty without both. */
    public List<String> lines() {
        return doors.lines();
    }

    /** Returns the hash of the exchange's state, in hexadecimal. Called after the exchange has started. */
    public String stateHash() {
        final Exchange running = exchange;
        if (running == null) {
            throw new IllegalStateException("the exchange has not started");
        }
        return running.query(new StateHashQuery()).join().hex();
    }

    /**
     * Reads members and keys again if their files have changed, and reports packets of the feed that were dropped. The
     * caller calls it about twice a second.
     */
    public synchronized void poll() {
        if (membersFile != null) {
            membersFile.reloadIfChanged(doors, auditLog(), notes);
        }
        if (http != null) {
            http.refreshKeys();
        }
        final FeedEntrance feed = doors.feed();
        if (feed != null) {
            feed.tellDrops(given.clock().nanoTime());
        }
    }

    /**
     * Puts limits, members, hosts and origins of another file into force, all or nothing. The caller sets the level of
     * the log. Any thread.
     *
     * @throws StartException with the keys that need a restart, or have faults
     */
    public synchronized void reload(final VenueFile<ServerSettings> other) throws StartException {
        if (!isSameButForReloadable(other)) {
            throw new StartException(
                    true,
                    "only limits, members, http.hosts, http.corsOrigins, log.level and the content of TLS files can"
                            + " change without a restart; another change, in data, exchange, http, tcp, fix, feed, log,"
                            + " hopEvery or a listing, needs a restart");
        }
        final Runnable renewed = http == null ? () -> {} : http.reload(other.own());
        reloadMembers(other.members());
        renewed.run();
    }

    private boolean isSameButForReloadable(final VenueFile<ServerSettings> other) {
        return other.data().equals(config.data())
                && other.exchange().describe().equals(config.exchange().describe())
                && other.listings().equals(config.listings())
                && Objects.equals(other.tcp(), config.tcp())
                && Objects.equals(other.fix(), config.fix())
                && Objects.equals(other.feed(), config.feed())
                && other.hopEvery() == config.hopEvery()
                && other.own()
                        .log()
                        .withLevel(config.own().log().level())
                        .equals(config.own().log())
                && other.own().servesHttp() == config.own().servesHttp()
                && (http == null || http.canReload(other.own()));
    }

    private void reloadMembers(final @Nullable Path file) throws StartException {
        if (!doors.haveMembers()) {
            return;
        }
        if (file == null) {
            throw new StartException(true, "members is missing, although a door that needs it is open");
        }
        final MembersFile known = membersFile;
        final MembersFile read = known != null && known.isOf(file) ? known : new MembersFile(file);
        read.reload(doors, auditLog());
        membersFile = read;
    }

    private AuditLog auditLog() {
        return audit == null ? AuditLog.none() : audit;
    }

    /** Ends all doors in order; the exchange runs until {@link #close}. */
    public void drain() {
        if (http == null) {
            doors.stop();
        } else {
            http.drain(doors::stop);
        }
    }

    /**
     * Ends first the doors, so that no answer is sent that the journal does not have, then the exchange, and then the
     * other parts.
     */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        final Exchange running = exchange;
        Closing.all(
                http == null ? null : http::stopWork,
                running == null ? null : doors::stop,
                running == null ? null : () -> doors.end(running),
                doors::close,
                this::closeFeedLock,
                running == null ? null : this::writeHops,
                this::closeAudit,
                http);
    }

    private void writeHops() {
        try {
            doors.writeHops();
        } catch (IOException e) {
            LOG.warn("the times of hops cannot be written", e);
        }
    }

    private void closeFeedLock() {
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
}
