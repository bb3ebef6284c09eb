package io.daybook.gateway.fix;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.gateway.fix.view.Views;
import io.daybook.host.Clock;
import io.daybook.host.RateLimit;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An exchange with its FIX door, in a folder, on a free port of the loopback address. */
public final class FixVenue implements AutoCloseable {
    /** BTC-EUR: a lot is 0.001 bitcoin, a tick is 10 euros, the taker's fee is 2 cents per lot, the maker's 1 cent. */
    public static final Listing BTC_EUR = Listing.pair(
            "BTC-EUR",
            SymbolSpec.exchangePair(1, 10, 20)
                    .lotSize(100_000)
                    .tickValue(1)
                    .feesPerLot(2, 1)
                    .build(),
            new Listing.Currency("BTC", 10, 8),
            new Listing.Currency("EUR", 20, 2));

    /** A future on bitcoin: a lot is a contract, a tick is a euro. */
    public static final Listing BTC_FUT = new Listing(
            "BTC-FUT",
            SymbolSpec.futuresContract(2, 10, 20)
                    .tickValue(100)
                    .margins(1_000, 1_000)
                    .prices(1, 1_000_000)
                    .build(),
            new Listing.Currency("BTC", 10, 8),
            new Listing.Currency("EUR", 20, 2),
            BigDecimal.ONE,
            BigDecimal.ONE);

    /** The secret of every session. */
    public static final Secret.Fresh SECRET = Secret.make(new byte[Secret.RANDOM_BYTES]);

    private static final long SLIPPAGE = 20;
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(1);

    /**
     * The default limits, except that a fast machine may refuse as many requests in a second as a test sends, and a
     * slow one may need minutes for a Logon, or until the test reads.
     */
    private static final SessionLimits LIMITS = limits(10);

    private static final long LOOK_NS = 1_000_000;

    private final Exchange exchange;
    private final FixGateway gateway;
    private final Views views;
    private final int port;

    /** The listings that members can name. */
    final FixListings listed;

    public final Queue<AuditEvent> audited = new ConcurrentLinkedQueue<>();

    /** The failures that the gateway on a shared log has reported. */
    final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    /** The sessions whose News (B) came, and whose earlier messages are therefore processed. */
    public final BlockingQueue<FixSession> news = new LinkedBlockingQueue<>();

    /** While it is closed, a News message holds up the thread that processes the messages of all sessions. */
    public volatile CountDownLatch newsGate = new CountDownLatch(0);

    /** The limits of these tests, with a given number of connections per address. */
    static SessionLimits limits(final int connectionsPerAddress) {
        return new SessionLimits(
                4_096,
                1_000_000,
                1_000,
                connectionsPerAddress,
                100,
                60_000,
                10,
                4L << 20,
                64L << 20,
                300_000,
                1L << 30,
                7,
                1 << 17);
    }

    /** Starts a venue with these sessions. */
    public FixVenue(final Path folder, final SessionSettings... sessions) {
        this(folder, LIMITS, sessions);
    }

    /** Starts a venue with these sessions and limits. */
    public FixVenue(final Path folder, final SessionLimits limits, final SessionSettings... sessions) {
        this(
                folder,
                new FileJournalStorage(),
                limits,
                null,
                List.of(BTC_EUR, BTC_FUT),
                List.of(1L, 2L, 3L, 4L),
                false,
                List.of(sessions),
                null);
    }

    /** Starts a venue with these sessions and a given disk. */
    FixVenue(final Path folder, final JournalStorage disk, final SessionSettings... sessions) {
        this(
                folder,
                disk,
                LIMITS,
                null,
                List.of(BTC_EUR, BTC_FUT),
                List.of(1L, 2L, 3L, 4L),
                false,
                List.of(sessions),
                null);
    }

    /** Starts a venue with these sessions that answers before it forces. */
    static FixVenue lossy(final Path folder, final SessionSettings... sessions) {
        return new FixVenue(
                folder,
                new FileJournalStorage(),
                LIMITS,
                null,
                List.of(BTC_EUR, BTC_FUT),
                List.of(1L, 2L, 3L, 4L),
                true,
                List.of(sessions),
                null);
    }

    /** Starts a venue with these sessions whose door uses TLS. */
    FixVenue(final Path folder, final TlsSettings tls, final SessionSettings... sessions) {
        this(
                folder,
                new FileJournalStorage(),
                LIMITS,
                tls,
                List.of(BTC_EUR, BTC_FUT),
                List.of(1L, 2L, 3L, 4L),
                false,
                List.of(sessions),
                null);
    }

    /** Starts a venue with these sessions and a shared log that a test provides. */
    static FixVenue shared(
            final Path folder, final Function<Exchange, SessionLog> log, final SessionSettings... sessions) {
        return new FixVenue(
                folder,
                new FileJournalStorage(),
                LIMITS,
                null,
                List.of(BTC_EUR, BTC_FUT),
                List.of(1L, 2L, 3L, 4L),
                false,
                List.of(sessions),
                log);
    }

    private FixVenue(
            final Path folder,
            final JournalStorage disk,
            final SessionLimits limits,
            final @Nullable TlsSettings tls,
            final List<Listing> listings,
            final List<Long> rich,
            final boolean isLossy,
            final List<SessionSettings> sessions,
            final @Nullable Function<Exchange, SessionLog> shared) {
        views = new Views(listings, Clock.system());
        listed = new FixListings(listings, Map.of(1, SLIPPAGE));
        final FixGateway.Builder builder = FixGateway.builder()
                .settings(new FixSettings(InetAddress.getLoopbackAddress(), 0, tls, limits, isLossy))
                .members(Members.of(sessions))
                .listings(listed)
                .folder(folder)
                .auditLog(audited::add);
        views.handlers().forEach(builder::handler);
        builder.handler("B", (message, session) -> take(session));
        gateway = builder.build();
        exchange = DaybookExchange.start(
                disk,
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(1_024)
                        .marginTrading(true)
                        .ackMode(isLossy ? AckMode.AFTER_WRITE : AckMode.AFTER_FORCE)
                        .journal(folder.resolve("data"))
                        .build(),
                List.of(gateway.attachment()));
        if (exchange.recovery().created()) {
            listings.forEach(listing -> submit(new AddSymbol(listing.spec())));
            final Map<Integer, Long> money = Map.of(10, 1_000_000_000_000L, 20, 1_000_000_000_000L);
            submit(AddAccounts.of(rich.stream().collect(Collectors.toMap(uid -> uid, uid -> money))));
        }
        views.open(exchange);
        port = shared == null
                ? gateway.start(exchange)
                : gateway.start(shared.apply(exchange), exchange.poller(FixGateway.FOLLOWER), failures::add);
    }

    private void take(final FixSession session) {
        news.add(session);
        try {
            newsGate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts a venue for many tests that do not affect one another: each row has a listing like BTC-EUR, two rich
     * users, and three sessions: a trader for each user, and a drop copy of the first.
     */
    static FixVenue ofRows(final Path folder, final int rows) {
        final List<Listing> listings = new ArrayList<>();
        final List<Long> rich = new ArrayList<>();
        final List<SessionSettings> sessions = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            listings.add(Listing.pair(
                    nameOf(row),
                    SymbolSpec.exchangePair(100 + row, 10, 20)
                            .lotSize(100_000)
                            .tickValue(1)
                            .feesPerLot(2, 1)
                            .build(),
                    BTC_EUR.base(),
                    BTC_EUR.quote()));
            rich.add(uidOf(row));
            rich.add(uidOf(row) + 1);
            sessions.add(trader(sessionOf(row), uidOf(row)));
            sessions.add(trader(sessionOf(row) + 1, uidOf(row) + 1));
            sessions.add(session(sessionOf(row) + 2, Set.of(Right.DROPCOPY), uidOf(row)));
        }
        return new FixVenue(folder, new FileJournalStorage(), LIMITS, null, listings, rich, false, sessions, null);
    }

    /** The listing of a row. */
    static String nameOf(final int row) {
        return "ROW-" + row;
    }

    /** The first user of a row; the second is the next. */
    static long uidOf(final int row) {
        return 10 + 2L * row;
    }

    /** The first session of a row; the next two numbers are its other sessions. */
    static int sessionOf(final int row) {
        return 1_000 + 3 * row;
    }

    /** A session that trades for one user. Its CompID is S and its number, its account A and the uid. */
    public static SessionSettings trader(final int session, final long uid) {
        return session(session, Set.of(Right.TRADE), uid);
    }

    /** A copy of a session with another rate, whose numbers may begin anew after each connection. */
    public static SessionSettings changed(
            final SessionSettings usual, final RateLimit limit, final boolean resetOnDisconnect) {
        return new SessionSettings(
                usual.session(),
                usual.member(),
                usual.protocol(),
                usual.retired(),
                usual.accounts(),
                usual.rights(),
                usual.cancelOnDisconnect(),
                usual.graceMs(),
                usual.from(),
                limit,
                usual.secrets(),
                usual.compId(),
                usual.venue(),
                resetOnDisconnect);
    }

    /** A session that may only view. */
    public static SessionSettings viewer(final int session) {
        return session(session, Set.of(Right.VIEW));
    }

    /** A session with rights and accounts. */
    public static SessionSettings session(final int session, final Set<Right> rights, final long... uids) {
        return session(session, rights, CancelOnDisconnect.NONE, 0, uids);
    }

    /** A session whose orders are cancelled after some ends of its connection. */
    public static SessionSettings session(
            final int session,
            final Set<Right> rights,
            final CancelOnDisconnect mode,
            final long graceMs,
            final long... uids) {
        return new SessionSettings(
                session,
                "MEMBER" + session,
                Protocol.FIX,
                false,
                Arrays.stream(uids).mapToObj(uid -> new Account("A" + uid, uid)).toList(),
                rights,
                mode,
                graceMs,
                List.of(),
                new RateLimit(100_000, 100_000),
                List.of(SECRET.kept()),
                "S" + session,
                "DAYBOOK",
                false);
    }

    /** Connects a stock client of a session. */
    public StockInitiator connect(final int session, final Path folder) throws Exception {
        return new StockInitiator(port, "S" + session, session, SECRET.text(), folder).loggedOn();
    }

    /** Sends a command that must succeed. */
    public CommandResult submit(final Command command) {
        try {
            final CommandResult result = exchange.submit(command).get(60, TimeUnit.SECONDS);
            if (!result.isSuccess()) {
                throw new IllegalStateException("refused: " + result);
            }
            return result;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a command and does not wait for its result. */
    public void send(final Command command) {
        final CompletableFuture<CommandResult> unused = exchange.submit(command);
    }

    /** Waits until so many connections of a session have ended, because a further one is refused until then. */
    public void awaitEnds(final int session, final int count) {
        await(
                "so many connections of session " + session + " must end: " + count,
                () -> audited.stream()
                                .filter(event -> event instanceof AuditEvent.Ended ended && ended.session() == session)
                                .count()
                        >= count);
    }

    /** Waits until a connection has ended for a reason. */
    void awaitEnd(final int session, final String reason) {
        await("session " + session + " must end for " + reason, () -> audited.stream()
                .anyMatch(event -> event instanceof AuditEvent.Ended ended
                        && ended.session() == session
                        && ended.reason().equals(reason)));
    }

    /** Waits until the Logon of a session is admitted. */
    public void awaitAddress(final int session) {
        await("the Logon of session " + session + " must be admitted", () -> gateway.sessions().stream()
                .anyMatch(status ->
                        status.session() == session && !status.address().isEmpty()));
    }

    private void await(final String what, final BooleanSupplier condition) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError(what + "; audited: " + audited);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Logs a session on by hand. */
    public RawFix logon(final int session) throws IOException {
        return logon(session, 1, "");
    }

    /** Logs a session on by hand, with a number and more fields. */
    public RawFix logon(final int session, final int number, final String more) throws IOException {
        final RawFix client = new RawFix(port, "S" + session, "DAYBOOK");
        client.next(number);
        client.send("35=A|98=0|108=300|553=" + session + "|554=" + SECRET.text() + more);
        return client;
    }

    /** The door. */
    public FixGateway gateway() {
        return gateway;
    }

    /** The exchange. */
    public Exchange exchange() {
        return exchange;
    }

    /** The port that the door listens on. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        gateway.stop();
        views.close();
        exchange.close();
        gateway.close();
    }
}
