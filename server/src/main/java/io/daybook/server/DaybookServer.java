package io.daybook.server;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.OnFailure;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.config.VenueFile;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.server.api.AccountRoutes;
import io.daybook.server.api.AdminRoutes;
import io.daybook.server.api.HealthRoutes;
import io.daybook.server.api.KeyRoutes;
import io.daybook.server.api.Markets;
import io.daybook.server.api.OrderRoutes;
import io.daybook.server.api.PublicRoutes;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.history.HistoryFollower;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.Dispatcher;
import io.daybook.server.http.HttpServer;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Router;
import io.daybook.server.http.SwitchedRouter;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A venue with a door for HTTP: it answers {@code livez} while the exchange recovers, then takes orders, and ends in
 * order. Used by one thread; the health by any.
 */
public final class DaybookServer implements AutoCloseable, HealthRoutes.Health {
    /** How long those in front have to see that nothing more is taken: load balancers ask about once a second. */
    private static final long DRAIN_MS = 2_000;

    private static final long LAST_ANSWERS_MS = 5_000;
    private static final long POLL_MS = 10;
    private static final long MIN_FREE_BYTES = 1L << 28;

    private final VenueFile<ServerSettings> config;
    private final ServerSettings settings;
    private final Clock clock;
    private final ServerMetrics metrics = new ServerMetrics();
    private final OrdersBook book = new OrdersBook();
    private final MarketHistory history = new MarketHistory();
    private final Authenticator authenticator;
    private final AuditTrail audit;
    private final Limiter limiter;
    private final SwitchedRouter routes;
    private final HttpServer http;
    private final boolean isFirstStart;
    private final @Nullable TcpDoor tcp;
    private volatile @Nullable Exchange exchange;
    private volatile String notReady = "starting";
    private @Nullable Markets markets;
    private @Nullable Waiting waiting;
    private @Nullable OrderDoor door;
    private boolean isClosed;

    private DaybookServer(
            final VenueFile<ServerSettings> config,
            final @Nullable TcpDoor tcp,
            final KeyStore keys,
            final Clock clock) {
        this.tcp = tcp;
        this.config = config;
        this.settings = config.own();
        this.clock = clock;
        this.isFirstStart = keys.isNew();
        this.authenticator = new Authenticator(keys, clock);
        this.audit = new AuditTrail(settings.folder(), clock);
        this.limiter = new Limiter(clock, settings.requestsPerSecond(), settings.ordersPerSecond());
        this.routes = new SwitchedRouter(health(new Router()));
        this.http = new HttpServer(
                settings.http(),
                new Dispatcher(
                        routes,
                        authenticator,
                        limiter,
                        settings.http().publicData(),
                        settings.http().hosts(),
                        metrics,
                        clock),
                metrics,
                null);
    }

    /**
     * Opens the keys and the door, which says that the exchange is not there yet.
     *
     * @throws StartException where the keys or the members cannot be read
     */
    public static DaybookServer open(final VenueFile<ServerSettings> config) throws StartException {
        final ServerSettings settings = config.own();
        final Clock clock = Clock.system();
        final TcpDoor tcp = TcpDoor.of(config, clock);
        final KeyStore keys;
        try {
            // A folder whose exchange has run with a server has keys.
            final boolean mayCreate =
                    !Files.exists(config.data().resolve("followers").resolve(OrdersFollower.NAME));
            keys = KeyStore.open(settings.folder(), settings.masterKeyFile(), mayCreate);
        } catch (IdentityException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        }
        return new DaybookServer(config, tcp, keys, clock);
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
        notReady = "recovering";
        final OrdersFollower orders = new OrdersFollower(book);
        final List<Attachment> followers = new ArrayList<>();
        if (tcp != null) {
            followers.add(tcp.attachment());
        }
        followers.add(new Attachment(orders, OnFailure.HALT));
        followers.add(new Attachment(new HistoryFollower(history), OnFailure.DETACH));
        final Exchange running = DaybookExchange.start(new FileJournalStorage(), config.exchange(), followers);
        exchange = running;
        ListedSymbols.add(running, config.listings());
        final Markets listed = new Markets(running, config.listings());
        final Waiting asking = new Waiting(running);
        final OrderDoor opened = new OrderDoor(running, book, orders);
        markets = listed;
        waiting = asking;
        door = opened;
        final int timeoutMs = settings.http().orderTimeoutMs();
        final Router all = health(new Router());
        new PublicRoutes(listed, history, asking, clock).addTo(all);
        new OrderRoutes(listed, book, opened, asking, timeoutMs).addTo(all);
        new AccountRoutes(listed, asking).addTo(all);
        new AdminRoutes(running, listed, book, opened, asking, audit, timeoutMs).addTo(all);
        new KeyRoutes(authenticator, audit, asking).addTo(all);
        metrics.exchange(
                running,
                config.data(),
                followers.stream().map(one -> one.follower().name()).toList());
        routes.to(all, true);
        if (tcp != null) {
            tcp.start(running, config.data());
        }
        notReady = "";
        return running;
    }

    private Router health(final Router router) {
        new HealthRoutes(this, metrics::scrape, ServerMetrics.CONTENT_TYPE).addTo(router);
        return router;
    }

    /** The port of the door for programs; 0 where there is none. */
    public int tcpPort() {
        return tcp == null ? 0 : tcp.port();
    }

    /**
     * Limits and members of another file count from now on, all or nothing.
     *
     * @throws StartException naming what needs a restart, or is at fault
     */
    public void reload(final VenueFile<ServerSettings> other) throws StartException {
        final ServerSettings now = other.own();
        if (!other.data().equals(config.data())
                || !other.exchange().describe().equals(config.exchange().describe())
                || !other.listings().equals(config.listings())
                || !Objects.equals(other.tcp(), config.tcp())
                || !now.http().equals(settings.http())) {
            throw new StartException(
                    true,
                    "only limits and members count without a restart; what else has changed, or data, exchange, http,"
                            + " tcp or a listing: start again for it");
        }
        if (tcp != null) {
            tcp.reload(other);
        }
        limiter.limits(now.requestsPerSecond(), now.ordersPerSecond());
    }

    /** Whether keys were made by this start, and with them a first admin's token. */
    public boolean isFirstStart() {
        return isFirstStart;
    }

    /** Where the first admin's token is. */
    public Path adminToken() {
        return settings.folder().resolve(KeyStore.ADMIN_TOKEN);
    }

    /** Reads the keys again where another process has changed them. */
    public void refreshKeys() {
        authenticator.refresh();
    }

    @Override
    public boolean isLive() {
        final Exchange running = exchange;
        return running == null || running.state() != ExchangeState.FAILED;
    }

    @Override
    public String notReady() {
        final Exchange running = exchange;
        if (!notReady.isEmpty() || running == null) {
            return notReady;
        }
        return running.state() == ExchangeState.RUNNING
                ? ""
                : running.state().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<String> degraded() {
        final Exchange running = exchange;
        final List<String> reasons = new ArrayList<>();
        if (running == null) {
            return reasons;
        }
        for (final FollowerMetrics follower : running.metrics().followers()) {
            if (!follower.attached()) {
                reasons.add("follower " + follower.name() + " is detached");
            }
        }
        if (running.metrics().listenerErrors() > 0) {
            reasons.add("listeners have thrown");
        }
        if (config.data().toFile().getUsableSpace() < MIN_FREE_BYTES) {
            reasons.add("less than 256 MiB of disk are free");
        }
        return reasons;
    }

    /** Says to those in front that nothing more is taken, and gives them time to see it. */
    public void drain() {
        notReady = "closing";
        pause(DRAIN_MS);
        routes.to(health(new Router()), false);
        http.stopListening();
        if (tcp != null) {
            tcp.stop();
        }
        final OrderDoor opened = door;
        for (long waited = 0; opened != null && opened.inFlight() > 0 && waited < LAST_ANSWERS_MS; waited += POLL_MS) {
            pause(POLL_MS);
        }
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
        if (listed != null) {
            listed.close();
        }
        final Exchange running = exchange;
        if (running != null && tcp != null) {
            tcp.close(running);
        } else if (running != null) {
            running.close();
        }
        http.close();
        final Waiting asking = waiting;
        if (asking != null) {
            asking.close();
        }
        authenticator.close();
        audit.close();
        metrics.close();
    }

    private static void pause(final long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
