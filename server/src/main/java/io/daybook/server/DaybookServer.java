package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.Listing;
import io.daybook.api.OnFailure;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Subscription;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.Protocol;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.server.api.AccountRoutes;
import io.daybook.server.api.AdminRoutes;
import io.daybook.server.api.AuditRoutes;
import io.daybook.server.api.DoorSessionRoutes;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.KeyRoutes;
import io.daybook.server.api.LatencyRoutes;
import io.daybook.server.api.ListingRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.api.OrderRoutes;
import io.daybook.server.api.PublicRoutes;
import io.daybook.server.api.SessionRoutes;
import io.daybook.server.api.SlowWork;
import io.daybook.server.api.Waiting;
import io.daybook.server.backup.Backup;
import io.daybook.server.backup.BackupProcess;
import io.daybook.server.config.ListingFile;
import io.daybook.server.config.Offer;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.demo.DemoMarket;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.hops.TimedCommands;
import io.daybook.server.http.Cookies;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.HttpServer;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Router;
import io.daybook.server.http.SocketRoutes;
import io.daybook.server.http.SwitchedRouter;
import io.daybook.server.http.WebSocket;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.BrowserSessions;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.PasswordCost;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.metrics.VenueCounts;
import io.daybook.server.orders.CommandDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.spot.SpotDialect;
import io.daybook.server.spot.SpotProtocol;
import io.daybook.server.spot.SpotRoutes;
import io.daybook.server.stream.NativeProtocol;
import io.daybook.server.stream.Streams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A venue with a door for HTTP: it answers {@code livez} while the exchange recovers, then takes orders, and ends in
 * order. Used by one thread; the health by any.
 */
public final class DaybookServer implements AutoCloseable, HealthRoutes.Health {
    private static final Logger LOG = LoggerFactory.getLogger(DaybookServer.class);

    /** How long those in front have to see that nothing more is taken: load balancers ask about once a second. */
    private static final long DRAIN_MS = 2_000;

    private static final long LAST_ANSWERS_MS = 5_000;
    private static final String RECOVERING = "recovering";
    private static final String UP = "up";
    private static final long POLL_MS = 10;

    private final VenueFile<ServerSettings> config;
    private final ServerSettings settings;
    private final Clock clock;
    private final ServerMetrics metrics = new ServerMetrics();
    private final Offer offer;
    private final Folds folds;
    private final Authenticator authenticator;
    private final AuditTrail audit;
    private final Limiter limiter;
    private final SwitchedRouter routes;
    private final SpotDialect dialect;
    private final BrowserSessions browsers;
    private final Cookies cookies;
    private final Dispatcher dispatcher;
    private final SocketRoutes sockets = new SocketRoutes();
    private final Streams streams;
    private final HttpServer http;
    private final boolean isFirstStart;
    private final Doors doors;
    private final @Nullable DemoMarket demo;
    private final List<Listing> listings;
    private final SlowWork work = new SlowWork("daybook-http-operator");
    private final SlowWork glances = new SlowWork("daybook-http-glance");
    private final SlowWork passwords = new SlowWork("daybook-http-password");
    private final BackupProcess backups = new BackupProcess();
    private final VenueCounts counts = new VenueCounts();
    private final DiskRoom disk;
    private final VenueHealth health;
    private volatile OperationRoutes.Control control = new OfAProgram();
    private final @Nullable String keysNote;
    private Consumer<String> notes = LOG::warn;
    private volatile @Nullable Exchange exchange;
    private volatile String notReady = "starting";
    private @Nullable Markets markets;
    private @Nullable Waiting waiting;
    private @Nullable CommandDoor door;
    private boolean isClosed;

    private DaybookServer(
            final VenueFile<ServerSettings> config,
            final Doors doors,
            final @Nullable DemoMarket demo,
            final List<Listing> listings,
            final KeyStore keys,
            final Clock clock) {
        this.doors = doors;
        this.demo = demo;
        this.listings = listings;
        this.config = config;
        this.settings = config.own();
        this.offer = settings.http().offer();
        this.folds = new Folds(offer);
        this.clock = clock;
        this.disk = DiskRoom.of(config.data().toFile(), clock);
        this.health = new VenueHealth(
                disk,
                config.exchange().snapshots().everyMinutes(),
                counts,
                offer.history() ? folds.history() : null,
                clock);
        this.isFirstStart = keys.isNew();
        this.keysNote = keys.note();
        this.authenticator = new Authenticator(keys, clock);
        this.audit = new AuditTrail(settings.folder(), clock);
        this.limiter = new Limiter(clock, settings.requestsPerSecond(), settings.ordersPerSecond());
        this.routes = new SwitchedRouter(health(new Router()));
        this.dialect = new SpotDialect(authenticator, clock);
        this.browsers = new BrowserSessions(authenticator, clock);
        this.cookies = new Cookies(browsers, settings.http().isSecure());
        this.dispatcher = new Dispatcher(
                routes,
                authenticator,
                limiter,
                settings.http().publicData(),
                settings.http().hosts(),
                settings.http().corsOrigins(),
                metrics,
                dialect,
                cookies,
                clock);
        this.streams = new Streams(folds.book(), folds.history(), clock, metrics);
        this.http = new HttpServer(settings.http(), dispatcher, metrics, sockets);
        metrics.sockets(sockets::count);
    }

    /**
     * Opens the keys and the door, which says that the exchange is not there yet.
     *
     * @throws StartException where the keys or the members cannot be read
     */
    public static DaybookServer open(final VenueFile<ServerSettings> config) throws StartException {
        return open(config, null, Clock.system());
    }

    /**
     * The same, with bots.
     *
     * @param demo makes the market
     * @param clock of the server
     * @throws StartException as without
     */
    public static DaybookServer open(
            final VenueFile<ServerSettings> config, final @Nullable DemoMarket demo, final Clock clock)
            throws StartException {
        return open(config, demo, clock, PasswordCost.STANDARD);
    }

    /** The same, with what it costs to reckon with a password. */
    static DaybookServer open(
            final VenueFile<ServerSettings> config,
            final @Nullable DemoMarket demo,
            final Clock clock,
            final PasswordCost cost)
            throws StartException {
        final List<Listing> listings = ServerFolder.listings(config.own().folder(), config.listings());
        final Doors doors = Doors.of(config, listings, clock);
        final KeyStore keys;
        try {
            keys = ServerKeys.open(config, cost);
        } catch (IdentityException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
        return new DaybookServer(config, doors, demo, listings, keys, clock);
    }

    /** Who reads the configuration again and ends the server, when an admin asks for it. Before the start. */
    public void control(final OperationRoutes.Control who) {
        control = who;
    }

    /** Who is told what people should know of the feed, on any thread. Before the start. */
    public void notes(final Consumer<String> who) {
        notes = who;
    }

    /**
     * Listens.
     *
     * @return the port
     */
    public int listen() throws StartException {
        try {
            return http.start();
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Recovers the exchange, and serves it.
     *
     * @throws RuntimeException what the start of an exchange throws
     */
    public Exchange start() throws StartException {
        return start(new FileJournalStorage());
    }

    /** The same, on a disk of the caller's. */
    Exchange start(final JournalStorage storage) throws StartException {
        notReady = RECOVERING;
        if (offer.orders()) {
            authenticator.onAccounts(folds.book()::keepUpdates);
        }
        if (keysNote != null) {
            notes.accept("note: " + keysNote);
        }
        doors.prepare(notes);
        final List<Attachment> followers = new ArrayList<>(doors.attachments());
        followers.addAll(folds.attachments());
        health.spare(followers.stream()
                .filter(one -> one.onFailure() == OnFailure.DETACH)
                .map(one -> one.follower().name())
                .collect(Collectors.toSet()));
        final Exchange running =
                DaybookExchange.start(storage, config.exchange(), followers, doors.hops(), doors.listeners());
        exchange = running;
        if (!offer.orders()) {
            ServerKeys.mark(config.data());
        }
        counts.begin(running, config.data());
        Backup.dropMarksOfTheDead(config.data());
        doors.startFeed(running);
        doors.endOverdue(running, notes);
        if (demo != null) {
            demo.addSymbols(running, listings);
        }
        ListedSymbols.add(running, listings);
        final Waiting asking = new Waiting(running);
        final Markets listed = new Markets(running, listings, streams, asking.thread(), clock);
        final OrdersBook book = folds.book();
        final MarketHistory history = folds.history();
        final OrderDoor opened = folds.orderDoor(running);
        final CommandDoor acts = folds.commandDoor(running, opened);
        markets = listed;
        waiting = asking;
        door = acts;
        if (demo != null) {
            listed.keepBooks(); // for the bots
            prepare(demo, listed);
        }
        final int timeoutMs = settings.http().orderTimeoutMs();
        final Router all = health(new Router());
        new PublicRoutes(listed, offer, history, folds.delivered(counts), asking, clock).addTo(all);
        new OrderRoutes(listed, book, opened, asking, timeoutMs).addTo(all.serving(offer.orders(), Offer.ORDERS));
        new AccountRoutes(listed, asking).addTo(all);
        new AdminRoutes(
                        running,
                        listed,
                        folds.ordersLive(),
                        folds.users(asking, counts),
                        acts,
                        asking,
                        audit,
                        timeoutMs)
                .addTo(all);
        new ListingRoutes(running, listed, acts, new ListingFile(settings.folder()), audit, work, timeoutMs).addTo(all);
        new DoorSessionRoutes(doors, sockets, audit, glances).addTo(all);
        final TimedCommands timed = new TimedCommands(
                config.hopEvery(), doors::readHops, () -> running.metrics().deliveredSeq(), clock);
        new LatencyRoutes(timed, glances).addTo(all);
        new OperationRoutes(config.data(), backups, control, audit, work).addTo(all);
        new AuditRoutes(audit, glances).addTo(all);
        new KeyRoutes(authenticator, audit, glances, passwords).addTo(all);
        new SessionRoutes(dispatcher, browsers, cookies, audit, glances, authenticator, passwords).addTo(all);
        final SpotRoutes spot = new SpotRoutes(listed, offer, history, book, opened, asking, limiter, clock, timeoutMs);
        spot.addTo(all);
        metrics.exchange(
                running,
                config.data(),
                followers.stream().map(one -> one.follower().name()).toList());
        metrics.venue(counts, offer.orders() ? book::liveBySymbol : null, listed::name, config.data(), clock);
        if (offer.history()) {
            metrics.history(
                    history::seq, () -> health.historyLagNs(running.metrics().deliveredSeq()));
        }
        metrics.commands(timed);
        tellSessions();
        if (offer.orders()) {
            final Subscription unused = running.addListener(streams); // accounts
        }
        streams.start(() -> listed.closeIdleBooks(sockets.count() > 0));
        NativeProtocol.addTo(all);
        doors.open(running); // before the routes, which end sessions there and bring them other members
        routes.to(all, true);
        sockets.to(List.of(
                new NativeProtocol(streams, running, listed, offer, history, book, asking, this, dispatcher, clock),
                new SpotProtocol(streams, listed, offer, history, asking, spot, dialect, dispatcher, clock)));
        notReady = "";
        if (demo != null) {
            demo.start(running, opened, listed, book);
        }
        return running;
    }

    private void tellSessions() {
        for (final Protocol protocol : Protocol.values()) {
            if (doors.upCount(protocol) >= 0) {
                final String door = protocol.name().toLowerCase(Locale.ROOT);
                metrics.sessions(door, UP, () -> doors.upCount(protocol));
                metrics.sessions(door, "down", () -> doors.count(protocol) - doors.upCount(protocol));
            }
        }
        metrics.sessions("http", UP, () -> sockets.byKey().size());
    }

    private void prepare(final DemoMarket market, final Markets listed) {
        notReady = "making a past";
        try {
            market.prepare(listed, folds.book(), folds.history(), authenticator, adminToken());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Router health(final Router router) {
        new HealthRoutes(this, metrics::scrape, ServerMetrics.CONTENT_TYPE, glances).addTo(router);
        return router;
    }

    /** The port of the door for programs; 0 where there is none. */
    public int tcpPort() {
        return doors.tcpPort();
    }

    /** Where FIX listens and the feed goes, a line each, for people; empty without both. */
    public List<String> doors() {
        return doors.told();
    }

    /** Says that packets of the feed were dropped, at most once a minute. */
    public void tellDrops() {
        doors.tellDrops(clock.nanoTime());
    }

    /**
     * Limits, members, hosts and origins of another file count from now on, all or nothing. Its level of the log is the
     * caller's.
     *
     * @throws StartException naming what needs a restart, or is at fault
     */
    public synchronized void reload(final VenueFile<ServerSettings> other) throws StartException {
        final ServerSettings now = other.own();
        if (!other.data().equals(config.data())
                || !other.exchange().describe().equals(config.exchange().describe())
                || !other.listings().equals(config.listings())
                || !Objects.equals(other.tcp(), config.tcp())
                || !Objects.equals(other.fix(), config.fix())
                || !Objects.equals(other.feed(), config.feed())
                || other.hopEvery() != config.hopEvery()
                || !now.http().withPagesOf(settings.http()).equals(settings.http())
                || !now.log().withLevel(settings.log().level()).equals(settings.log())) {
            throw new StartException(
                    true,
                    "only limits, members, http.hosts, http.corsOrigins, log.level and what is in TLS files count"
                            + " without a restart; what else has changed, of data, exchange, http, tcp, fix, feed, log,"
                            + " hopEvery or a listing: start again for it");
        }
        final Runnable tls = renewedTls();
        doors.reload(other);
        tls.run();
        dispatcher.pages(now.http().hosts(), now.http().corsOrigins());
        limiter.limits(now.requestsPerSecond(), now.ordersPerSecond());
    }

    private Runnable renewedTls() throws StartException {
        try {
            return http.renewed();
        } catch (IllegalArgumentException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
    }

    /** Its door. */
    HttpServer http() {
        return http;
    }

    /** Whether keys were made by this start, and with them a first admin's token. */
    public boolean isFirstStart() {
        return isFirstStart;
    }

    /** Where the first admin's token is. */
    public Path adminToken() {
        return settings.folder().resolve(KeyStore.ADMIN_TOKEN);
    }

    /** The hash of the exchange's state, in hexadecimal; the exchange has started. */
    public String stateHash() {
        final Exchange running = exchange;
        if (running == null) {
            throw new IllegalStateException("the exchange has not started");
        }
        return running.query(new StateHashQuery()).join().hex();
    }

    /**
     * Reads the keys again where another process has changed them. Where they cannot be read, those that counted go on
     * counting: a file that is busy or damaged must not end a venue.
     */
    public void refreshKeys() {
        try {
            authenticator.refresh();
        } catch (IdentityException e) {
            LOG.error("the keys cannot be read again; those that counted go on counting", e);
        }
    }

    @Override
    public boolean isLive() {
        final Exchange running = exchange;
        return running == null || health.isLive(running);
    }

    @Override
    public String notReady() {
        final Exchange running = exchange;
        final String reason = notReady;
        if (!reason.isEmpty() || running == null) {
            final long seq = folds.recoveredSeq();
            return reason.equals(RECOVERING) && seq > 0 ? RECOVERING + ", at command " + seq : reason;
        }
        if (running.state() != ExchangeState.RUNNING) {
            return running.state().name().toLowerCase(Locale.ROOT);
        }
        return running.metrics().isOutOfRoom() ? "the disk of the exchange is full" : "";
    }

    @Override
    public CompletionStage<Void> look() {
        return health.look();
    }

    @Override
    public List<String> degraded() {
        final Exchange running = exchange;
        return running == null ? List.of() : health.degraded(running);
    }

    /** Says to those in front that nothing more is taken, and gives them time to see it. */
    public void drain() {
        notReady = "closing";
        pause(DRAIN_MS);
        endDemo();
        routes.to(health(new Router()), false);
        sockets.to(List.of());
        http.stopListening();
        doors.stop();
        final CommandDoor opened = door;
        for (long waited = 0; opened != null && opened.inFlight() > 0 && waited < LAST_ANSWERS_MS; waited += POLL_MS) {
            pause(POLL_MS);
        }
        sockets.closeAll(WebSocket.GOING_AWAY, "the server ends");
    }

    /** Ends the exchange, then what follows it. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        notReady = "closing";
        final Markets listed = markets;
        final Waiting asking = waiting;
        Closing.all(
                this::endDemo,
                backups, // what waits for one goes on
                work,
                glances,
                passwords,
                streams, // before the books of which they tell
                listed,
                () -> doors.close(exchange),
                http,
                asking,
                authenticator,
                audit,
                metrics,
                disk);
    }

    private void endDemo() {
        if (demo != null) {
            demo.close();
        }
    }

    private static void pause(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Started by a program, which reads no file and does not end at a request. */
    private static final class OfAProgram implements OperationRoutes.Control {
        @Override
        public void reload() throws OperationRoutes.ControlException {
            throw new OperationRoutes.ControlException("a program has started this server, and has no file to read");
        }

        @Override
        public void stop() throws OperationRoutes.ControlException {
            throw new OperationRoutes.ControlException("a program has started this server: end that program");
        }
    }
}
