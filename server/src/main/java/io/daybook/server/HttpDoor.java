package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.Listing;
import io.daybook.api.OnFailure;
import io.daybook.api.Subscription;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.api.AccountRoutes;
import io.daybook.server.api.AdminRoutes;
import io.daybook.server.api.AuditRoutes;
import io.daybook.server.api.BalanceRoutes;
import io.daybook.server.api.ConsoleRoutes;
import io.daybook.server.api.DoorSessionRoutes;
import io.daybook.server.api.ForceTimes;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.HistoryRoutes;
import io.daybook.server.api.KeyRoutes;
import io.daybook.server.api.LatencyRoutes;
import io.daybook.server.api.ListingRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.api.OrderRoutes;
import io.daybook.server.api.OverviewRoutes;
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
import io.daybook.server.identity.Caller;
import io.daybook.server.identity.Credentials;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.NotAuthenticException;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.metrics.VenueCounts;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.spot.ListenKeys;
import io.daybook.server.spot.SpotDialect;
import io.daybook.server.spot.SpotProtocol;
import io.daybook.server.spot.SpotRoutes;
import io.daybook.server.stream.NativeProtocol;
import io.daybook.server.stream.Streams;
import io.daybook.sessions.member.Closing;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.Histories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP door of a venue, with its keys, its audit log and its followers. It serves only health, metrics and the
 * console while the exchange recovers, then all requests, and finishes those in progress before it closes. Used by one
 * thread, except the methods of {@link HealthRoutes.Health}, which any thread may call.
 *
 * <p>The venue calls, in this order: {@link #open}, {@link #listen}, {@link #recovering}, {@link #attached},
 * {@link #addDemoSymbols}, {@link #assemble}, {@link #serve}; at the end {@link #drain}, {@link #stopWork} and
 * {@link #close}.
 */
public final class HttpDoor implements AutoCloseable, HealthRoutes.Health {
    private static final Logger LOG = LoggerFactory.getLogger(HttpDoor.class);

    /**
     * The time that load balancers get to notice that no more requests are accepted: they check about once a second.
     */
    private static final long DRAIN_MS = 2_000;

    private static final long LAST_ANSWERS_MS = 5_000;
    private static final String RECOVERING = "recovering";
    private static final String UP = "up";
    private static final long POLL_MS = 10;

    private final VenueFile<ServerSettings> config;
    private final ServerSettings settings;
    private final HttpGiven given;
    private final Clock clock;
    private final ServerMetrics metrics = new ServerMetrics();
    private final Offer offer;
    private final Histories.Current present;
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
    private final @Nullable DemoMarket demo;
    private final List<Listing> listings;
    private final SlowWork work = new SlowWork("daybook-http-operator");
    private final SlowWork glances = new SlowWork("daybook-http-glance");
    private final SlowWork passwords = new SlowWork("daybook-http-password");
    private final BackupProcess backups = new BackupProcess();
    private final VenueCounts counts = new VenueCounts();
    private final ForceTimes forces = new ForceTimes();
    private final DiskRoom disk;
    private final VenueHealth health;
    private volatile OperationRoutes.Control control = new OfAProgram();
    private final @Nullable String keysNote;
    private volatile @Nullable Exchange exchange;
    private volatile String notReady = "starting";
    private @Nullable Markets markets;
    private @Nullable Waiting waiting;
    private @Nullable OperatorDoor door;
    private volatile @Nullable KeyRoutes keyRoutes;
    private @Nullable Runnable opening;
    private boolean isClosed;

    private HttpDoor(
            final VenueFile<ServerSettings> config,
            final @Nullable DemoMarket demo,
            final List<Listing> listings,
            final KeyStore keys,
            final long endedMs,
            final HttpGiven given) {
        this.demo = demo;
        this.listings = listings;
        this.config = config;
        this.settings = config.own();
        this.offer = settings.http().offer();
        this.present = FolderHistory.of(config.data());
        this.folds = new Folds(offer, present);
        this.given = given;
        this.clock = given.time().machine();
        this.disk = DiskRoom.of(config.data().toFile(), clock);
        this.health = new VenueHealth(
                disk,
                config.exchange().snapshots().everyMinutes(),
                counts,
                offer.history() ? folds.history() : null,
                given.time());
        this.isFirstStart = keys.isNew();
        this.keysNote = keys.note();
        this.authenticator = new Authenticator(keys, clock);
        this.audit = new AuditTrail(settings.folder(), clock);
        this.limiter =
                new Limiter(given.waits().rateLimits(), settings.requestsPerSecond(), settings.ordersPerSecond());
        this.routes = new SwitchedRouter(health(newRouter()));
        this.dialect = new SpotDialect(authenticator, clock);
        this.browsers = new BrowserSessions(authenticator, given.waits().cookies());
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
        if (!isFirstStart) {
            dispatcher.since(endedMs);
        }
        this.streams = new Streams(folds.book(), folds.history(), clock, metrics);
        this.http = new HttpServer(settings.http(), dispatcher, metrics, sockets, given.hook());
        metrics.sockets(sockets::count);
    }

    /**
     * Opens the keys, or makes the first key. The door listens later.
     *
     * @param listings the listings of the file, and those that were made while the venue ran
     * @param demo the market of a demonstration; null for none
     * @param given the other parts of the door
     * @throws StartException if the keys cannot be read
     */
    public static HttpDoor open(
            final VenueFile<ServerSettings> config,
            final List<Listing> listings,
            final @Nullable DemoMarket demo,
            final HttpGiven given)
            throws StartException {
        final long endedMs = Math.min(given.time().machine().epochMillis(), ServerFolder.lastWrittenMs(config.data()));
        final KeyStore keys;
        try {
            keys = ServerKeys.open(config, given.passwords(), given.random());
        } catch (IdentityException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
        return new HttpDoor(config, demo, listings, keys, endedMs, given);
    }

    /**
     * Sets the handler of an admin's requests to reload the configuration or to stop the server. Called before the
     * start.
     */
    public void control(final OperationRoutes.Control who) {
        control = who;
    }

    /**
     * Opens the port.
     *
     * @return the port
     */
    public int listen() throws StartException {
        try {
            final int port = http.start();
            cookies.port(port);
            return port;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
    }

    /** The followers of this door. */
    public List<Attachment> attachments() {
        return folds.attachments();
    }

    /** The tag that one command must have after the recovery; empty if the journal already has such a command. */
    public byte[] mark() {
        return folds.mark();
    }

    /** A message about the keys for the operator; null for none. */
    public @Nullable String keysNote() {
        return keysNote;
    }

    /**
     * Reports from now on that the exchange recovers.
     *
     * @param followers all followers of the exchange
     */
    public void recovering(final List<Attachment> followers) {
        notReady = RECOVERING;
        if (offer.orders()) {
            authenticator.onAccounts(folds.book()::keepUpdates);
        }
        health.spare(followers.stream()
                .filter(one -> one.onFailure() == OnFailure.DETACH)
                .map(one -> one.follower().name())
                .collect(Collectors.toSet()));
    }

    /** Sets the exchange, which runs but takes no orders yet. */
    public void attached(final Exchange running) {
        exchange = running;
        dispatcher.history(present.number());
        if (!offer.orders()) {
            ServerKeys.mark(config.data());
        }
        counts.begin(running, config.data());
        Backup.dropMarksOfTheDead(config.data());
    }

    /**
     * Adds the missing symbols of a new demonstration, by commands whose timestamps lie in the past.
     *
     * @param tag the tag of the commands
     * @return whether a symbol was added
     */
    public boolean addDemoSymbols(final Exchange running, final byte[] tag) {
        return demo != null && demo.addSymbols(running, listings, tag);
    }

    /**
     * Makes the routes, which {@link #serve} opens.
     *
     * @param followers the names of all followers of the exchange
     * @param doors the other doors
     */
    public void assemble(final Exchange running, final List<String> followers, final VenueDoors doors) {
        final Waiting asking = new Waiting(running);
        final Markets listed = new Markets(running, listings, streams, asking.thread(), clock);
        final OrdersBook book = folds.book();
        final MarketHistory history = folds.history();
        final OrderDoor opened = folds.orderDoor(running);
        final FileJournalStorage storage = new FileJournalStorage();
        opened.clientIds(given.clientIds());
        opened.namedWhile(() -> Histories.isAdmitted(storage, config.data(), present, Histories.HTTP));
        final OperatorDoor acts = folds.commandDoor(running, opened);
        markets = listed;
        waiting = asking;
        door = acts;
        if (demo != null) {
            listed.keepBooks(); // the bots use the books all the time
            prepare(demo, listed);
        }
        final int timeoutMs = settings.http().orderTimeoutMs();
        final Router all = health(newRouter());
        new PublicRoutes(listed, offer, history, folds.delivered(counts), asking, given.time()).addTo(all);
        new OrderRoutes(listed, book, opened, asking, timeoutMs).addTo(all.serving(offer.orders(), Offer.ORDERS));
        new AccountRoutes(listed, asking).addTo(all);
        new AdminRoutes(running, listed, folds.users(asking, counts), acts, asking, audit, timeoutMs).addTo(all);
        new OverviewRoutes(running, folds.ordersLive(), this::lastSnapshot, forces, disk).addTo(all);
        new BalanceRoutes(listed, asking, clock).addTo(all);
        new ListingRoutes(running, listed, acts, new ListingFile(settings.folder()), audit, work, timeoutMs).addTo(all);
        new DoorSessionRoutes(doors, sockets, audit, glances).addTo(all);
        final TimedCommands timed = new TimedCommands(
                config.hopEvery(), doors::readHops, () -> running.metrics().deliveredSeq(), clock);
        new LatencyRoutes(timed, glances).addTo(all);
        new OperationRoutes(config.data(), backups, control, audit, work).addTo(all);
        new AuditRoutes(audit, glances).addTo(all);
        new HistoryRoutes(config.data(), present, audit, glances).addTo(all);
        final KeyRoutes ofKeys = new KeyRoutes(authenticator, audit, asking::isUser, glances, passwords);
        keyRoutes = ofKeys;
        ofKeys.addTo(all);
        new SessionRoutes(dispatcher, browsers, cookies, audit, glances, authenticator, passwords).addTo(all);
        final ListenKeys listenKeys = new ListenKeys(given.waits().listenKeys());
        final SpotRoutes spot = new SpotRoutes(
                listed, offer, history, book, opened, asking, limiter, listenKeys, given.time(), timeoutMs);
        spot.addTo(all);
        metrics.exchange(running, config.data(), followers);
        metrics.venue(counts, offer.orders() ? book::liveBySymbol : null, listed::name, config.data(), clock);
        if (offer.history()) {
            metrics.history(
                    history::seq, () -> health.historyLagNs(running.metrics().deliveredSeq()));
        }
        metrics.commands(timed);
        addSessionMetrics(doors);
        if (offer.orders()) {
            final Subscription unused = running.addListener(streams); // accounts
        }
        streams.start(() -> {
            listed.closeIdleBooks(sockets.count() > 0);
            forces.count(running.metrics());
        });
        NativeProtocol.addTo(all);
        opening = () -> {
            routes.to(all, true);
            sockets.to(List.of(
                    new NativeProtocol(
                            streams, running, listed, offer, history, book, asking, this, dispatcher, given.time()),
                    new SpotProtocol(
                            streams, listed, offer, history, asking, spot, dialect, dispatcher, given.time())));
            notReady = "";
            ofKeys.warnOfMissing();
            audit.checkInBackground();
            if (demo != null) {
                demo.start(running, opened, listed, book);
            }
        };
    }

    /** Serves all requests from now on. The other doors must be open, because some routes act on their sessions. */
    public void serve() {
        Objects.requireNonNull(opening, "assembled").run();
    }

    private Optional<OverviewRoutes.Snapshot> lastSnapshot() {
        return Optional.ofNullable(counts.lastSnapshot())
                .map(last -> new OverviewRoutes.Snapshot(last.seq(), last.timeNs(), last.bytes()));
    }

    private void addSessionMetrics(final VenueDoors doors) {
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
        notReady = "making the past of the demonstration";
        try {
            market.prepare(listed, folds.book(), folds.history(), authenticator, adminToken());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Router newRouter() {
        return new Router(given.hook()::around);
    }

    private Router health(final Router router) {
        ConsoleRoutes.addTo(router);
        new HealthRoutes(this, metrics::scrape, ServerMetrics.CONTENT_TYPE, glances).addTo(router);
        return router;
    }

    /**
     * Returns whether the HTTP door can take over the settings of another file without a restart.
     *
     * @param now the server's own sections of the other file
     */
    public boolean canReload(final ServerSettings now) {
        return now.http().withPagesOf(settings.http()).equals(settings.http());
    }

    /**
     * Reads the TLS files again.
     *
     * @param now the server's own sections of another file, for which {@link #canReload} holds
     * @return a task that puts the TLS files, and the other file's limits, hosts and origins, into effect
     * @throws StartException if a TLS file cannot be used; nothing has changed then
     */
    public Runnable reload(final ServerSettings now) throws StartException {
        final Runnable tls = renewedTls();
        return () -> {
            tls.run();
            dispatcher.pages(now.http().hosts(), now.http().corsOrigins());
            limiter.limits(now.requestsPerSecond(), now.ordersPerSecond());
        };
    }

    private Runnable renewedTls() throws StartException {
        try {
            return http.renewed();
        } catch (IllegalArgumentException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
    }

    /** The book of orders from which requests are answered. */
    public OrdersBook orders() {
        return folds.book();
    }

    /** The HTTP server. */
    public HttpServer http() {
        return http;
    }

    /** Returns whether this start made the store of keys, and with it the token of the first admin. */
    public boolean isFirstStart() {
        return isFirstStart;
    }

    /** The file with the first admin's token. */
    public Path adminToken() {
        return settings.folder().resolve(KeyStore.ADMIN_TOKEN);
    }

    /**
     * Makes a code with which a browser signs in as the owner of a token, once within five minutes. The audit log
     * records this.
     *
     * @return empty if the token is not valid on this machine
     */
    public Optional<String> signInCode(final String token) {
        try {
            final Caller owner = authenticator.caller(
                    Credentials.ofToken(token, "/v1/session/code", InetAddress.getLoopbackAddress()));
            final String code = browsers.code(owner);
            audit.writeUnforced(owner, SessionRoutes.CODE_GIVEN);
            return Optional.of(code);
        } catch (NotAuthenticException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads the keys again if another process has changed them. If they cannot be read, the earlier ones stay valid: a
     * busy or damaged file must not end a venue.
     */
    public void refreshKeys() {
        try {
            final KeyRoutes ofKeys = keyRoutes;
            if (authenticator.refresh() && ofKeys != null) {
                ofKeys.warnOfMissing();
            }
        } catch (IdentityException e) {
            LOG.error("the keys cannot be read again; the earlier keys stay valid", e);
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
    public long history() {
        return dispatcher.history();
    }

    @Override
    public List<String> degraded() {
        final Exchange running = exchange;
        final List<String> reasons = new ArrayList<>(running == null ? List.of() : health.degraded(running));
        reasons.addAll(audit.reasons());
        return reasons;
    }

    /**
     * Refuses new requests, gives load balancers time to notice, and waits for the last answers.
     *
     * @param stopOthers ends the sessions of the other doors
     */
    public void drain(final Runnable stopOthers) {
        notReady = "closing";
        pause(DRAIN_MS);
        endDemo();
        routes.to(health(newRouter()), false);
        sockets.to(List.of());
        http.stopListening();
        stopOthers.run();
        final OperatorDoor opened = door;
        for (long waited = 0; opened != null && opened.inFlight() > 0 && waited < LAST_ANSWERS_MS; waited += POLL_MS) {
            pause(POLL_MS);
        }
        sockets.closeAll(WebSocket.GOING_AWAY, "the server ends");
    }

    /** Ends all parts that send commands or report results. The exchange still runs, and ends next. */
    public void stopWork() {
        notReady = "closing";
        Closing.all(
                this::endDemo,
                backups, // ends a running check, for which a task of work may wait
                work,
                glances,
                passwords,
                streams, // closed before the markets, whose books they use
                markets);
    }

    /** Ends the remaining parts, once the exchange has ended. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        Closing.all(http, waiting, authenticator, audit, metrics, disk);
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

    /**
     * The control of a server that a program has started: the server has no file to read again, and only the program
     * may end it.
     */
    private static final class OfAProgram implements OperationRoutes.Control {
        @Override
        public void reload() throws OperationRoutes.ControlException {
            throw new OperationRoutes.ControlException(
                    "a program has started this server without a file, so there is none to read");
        }

        @Override
        public void stop() throws OperationRoutes.ControlException {
            throw new OperationRoutes.ControlException("a program has started this server; end that program instead");
        }
    }
}
