package io.daybook.perf.tcp;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Attachment;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.wire.FeedPublisher;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.RateLimit;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An exchange of one pair and its TCP door on a free port of this machine. Session n, from 1, acts for user n, who has
 * ample money; all have the same secret, and a very high rate.
 */
public final class LocalVenue implements AutoCloseable {
    /** The one symbol. */
    public static final int SYMBOL = 1;

    /** The maximum number of sessions. */
    public static final int MAX_SESSIONS = 64;

    static final int BASE = 10;
    static final int QUOTE = 20;
    private static final long RICH = 1L << 50;
    private static final int NO_LIMIT = 10_000_000;

    private final Secret.Fresh secret;
    private final Exchange exchange;
    private final TcpGateway gateway;
    private final VenueHops hops;
    private final @Nullable FeedPublisher feed;
    private final int port;

    private LocalVenue(
            final Secret.Fresh secret,
            final Exchange exchange,
            final TcpGateway gateway,
            final VenueHops hops,
            final @Nullable FeedPublisher feed,
            final int port) {
        this.secret = secret;
        this.exchange = exchange;
        this.gateway = gateway;
        this.hops = hops;
        this.feed = feed;
        this.port = port;
    }

    /** Starts the venue, and times nothing. */
    public static LocalVenue start(
            final ExchangeConfig config, final Path folder, final int sessions, final int spinMicros) {
        return start(config, folder, sessions, spinMicros, 0);
    }

    /**
     * Starts the venue.
     *
     * @param config the exchange's configuration, with its journal
     * @param folder the folder of the gateway's sent messages
     * @param sessions the number of sessions, at most {@value #MAX_SESSIONS}
     * @param spinMicros the time for which the gateway spins before it blocks
     * @param hopEvery times every n-th command on its way; 0 for none
     */
    public static LocalVenue start(
            final ExchangeConfig config,
            final Path folder,
            final int sessions,
            final int spinMicros,
            final int hopEvery) {
        return start(config, folder, sessions, spinMicros, new VenueHops(hopEvery), null);
    }

    /**
     * Starts the venue, and times nothing.
     *
     * @param free the number of sessions whose rate is practically unlimited; later sessions have the usual rate
     */
    static LocalVenue withLimits(
            final ExchangeConfig config, final Path folder, final int sessions, final int free, final int spinMicros) {
        return start(config, folder, sessions, free, spinMicros, new VenueHops(0), null);
    }

    /**
     * Starts the venue with a feed that is published. All sessions but the first may read the feed, and may do nothing
     * else.
     *
     * @param feed the feed, not started yet; null for none
     */
    static LocalVenue start(
            final ExchangeConfig config,
            final Path folder,
            final int sessions,
            final int spinMicros,
            final VenueHops hops,
            final @Nullable FeedPublisher feed) {
        return start(config, folder, sessions, sessions, spinMicros, hops, feed);
    }

    private static LocalVenue start(
            final ExchangeConfig config,
            final Path folder,
            final int sessions,
            final int free,
            final int spinMicros,
            final VenueHops hops,
            final @Nullable FeedPublisher feed) {
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        final Secret.Fresh secret = Secret.make(random);
        final TcpGateway gateway = TcpGateway.builder()
                .settings(new TcpSettings(
                        InetAddress.getLoopbackAddress(), 0, null, limits(), !isForced(config), spinMicros))
                .members(members(sessions, free, secret, feed != null))
                .folder(folder)
                .hops(hops)
                .build();
        final List<Attachment> followers = new ArrayList<>(List.of(gateway.attachment()));
        if (feed != null) {
            followers.add(feed.attachment());
        }
        final UUID id = new UUID(0xDA1B, 0x00C);
        final Exchange exchange = DaybookExchange.start(new FileJournalStorage(), config, followers, hops);
        if (feed != null) {
            feed.start(exchange, id);
            gateway.viewSource(Objects.requireNonNull(feed.views()));
        }
        if (exchange.recovery().created()) {
            fill(exchange, sessions);
        }
        return new LocalVenue(secret, exchange, gateway, hops, feed, gateway.start(exchange, id));
    }

    private static boolean isForced(final ExchangeConfig config) {
        return config.ackMode() == AckMode.AFTER_FORCE;
    }

    private static SessionLimits limits() {
        final SessionLimits usual = SessionLimits.DEFAULT;
        return new SessionLimits(
                usual.inFlight(),
                usual.refusalsPerSecond(),
                usual.connections(),
                MAX_SESSIONS,
                usual.notLoggedIn(),
                usual.loginMs(),
                usual.failedLoginsPerMinute(),
                usual.unsentBytes(),
                usual.behindBytes(),
                usual.stuckMs(),
                usual.outboxKeptBytes(),
                usual.outboxKeptDays(),
                usual.closedKept());
    }

    private static Members members(
            final int sessions, final int free, final Secret.Fresh secret, final boolean hasFeed) {
        final List<SessionSettings> all = new ArrayList<>();
        for (int session = 1; session <= sessions; session++) {
            if (hasFeed && session > 1) {
                all.add(SessionSettings.tcp(session, "PERF")
                        .rights(Right.VIEW)
                        .secrets(secret.kept())
                        .build());
                continue;
            }
            all.add(SessionSettings.tcp(session, "PERF")
                    .accounts(new Account("A", session))
                    .limit(session <= free ? new RateLimit(NO_LIMIT, NO_LIMIT) : RateLimit.DEFAULT)
                    .cancelOnDisconnect(CancelOnDisconnect.NONE)
                    .secrets(secret.kept())
                    .build());
        }
        return Members.of(all);
    }

    private static void fill(final Exchange exchange, final int sessions) {
        done(
                exchange,
                new AddSymbol(SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE).build()));
        final Map<Long, Map<Integer, Long>> balances = new HashMap<>();
        for (long uid = 1; uid <= sessions; uid++) {
            balances.put(uid, Map.of(BASE, RICH, QUOTE, RICH));
        }
        done(exchange, AddAccounts.of(balances));
    }

    private static void done(final Exchange exchange, final Command command) {
        final CommandResult result = exchange.submit(command).join();
        if (!result.isSuccess()) {
            throw new IllegalStateException(command + " was refused: " + result);
        }
    }

    /** The port on which the venue listens, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The secret of every session. */
    public String secret() {
        return secret.text();
    }

    /** The exchange of the venue. */
    public Exchange exchange() {
        return exchange;
    }

    /** The times of the venue's commands; they may be written once the venue is closed. */
    public VenueHops hops() {
        return hops;
    }

    @Override
    public void close() {
        gateway.stop();
        exchange.close();
        gateway.close();
        if (feed != null) {
            feed.close();
        }
    }
}
