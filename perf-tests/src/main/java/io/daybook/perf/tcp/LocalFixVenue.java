package io.daybook.perf.tcp;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.session.FixSettings;
import io.daybook.host.RateLimit;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
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
import java.util.Set;

/**
 * An exchange of one pair and its FIX door on a free port of this machine, with outboxes and numbers in files. Session
 * n, from 1, has the CompID Sn and acts for user n, who has ample money; all have the same secret, and a very high
 * rate.
 */
final class LocalFixVenue implements AutoCloseable {
    /** The CompID of the venue. */
    static final String COMP_ID = "DAYBOOK";

    /** The one listing: its lot is 0.001, its tick 10. */
    static final String LISTING = "BTC-EUR";

    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final long RICH = 1L << 50;
    private static final int NO_LIMIT = 10_000_000;

    private final Secret.Fresh secret;
    private final Exchange exchange;
    private final FixGateway gateway;
    private final int port;

    private LocalFixVenue(
            final Secret.Fresh secret, final Exchange exchange, final FixGateway gateway, final int port) {
        this.secret = secret;
        this.exchange = exchange;
        this.gateway = gateway;
        this.port = port;
    }

    /**
     * Starts the venue.
     *
     * @param config the exchange's configuration, with its journal
     * @param folder the folder of the gateway's sent messages
     * @param sessions the number of sessions, at most as many as one address may have
     */
    static LocalFixVenue start(final ExchangeConfig config, final Path folder, final int sessions) {
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        final Secret.Fresh secret = Secret.make(random);
        final Listing listing = Listing.pair(
                LISTING,
                SymbolSpec.exchangePair(1, BASE, QUOTE)
                        .lotSize(100_000)
                        .tickValue(1)
                        .build(),
                new Listing.Currency("BTC", BASE, 8),
                new Listing.Currency("EUR", QUOTE, 2));
        final FixGateway gateway = FixGateway.builder()
                .settings(new FixSettings(
                        InetAddress.getLoopbackAddress(),
                        0,
                        null,
                        SessionLimits.DEFAULT,
                        config.ackMode() != AckMode.AFTER_FORCE))
                .members(members(sessions, secret))
                .listings(new FixListings(List.of(listing), Map.of()))
                .folder(folder)
                .build();
        final Exchange exchange =
                DaybookExchange.start(new FileJournalStorage(), config, List.of(gateway.attachment()));
        done(exchange, new AddSymbol(listing.spec()));
        final Map<Long, Map<Integer, Long>> balances = new HashMap<>();
        for (long uid = 1; uid <= sessions; uid++) {
            balances.put(uid, Map.of(BASE, RICH, QUOTE, RICH));
        }
        done(exchange, AddAccounts.of(balances));
        return new LocalFixVenue(secret, exchange, gateway, gateway.start(exchange));
    }

    private static Members members(final int sessions, final Secret.Fresh secret) {
        final List<SessionSettings> all = new ArrayList<>();
        for (int session = 1; session <= sessions; session++) {
            all.add(new SessionSettings(
                    session,
                    "PERF",
                    Protocol.FIX,
                    false,
                    List.of(new Account("A", session)),
                    Set.of(Right.TRADE),
                    CancelOnDisconnect.NONE,
                    0,
                    List.of(),
                    new RateLimit(NO_LIMIT, NO_LIMIT),
                    List.of(secret.kept()),
                    "S" + session,
                    COMP_ID,
                    false));
        }
        return Members.of(all);
    }

    private static void done(final Exchange exchange, final Command command) {
        final CommandResult result = exchange.submit(command).join();
        if (!result.isSuccess()) {
            throw new IllegalStateException(command + " was refused: " + result);
        }
    }

    /** The port on which the venue listens, on 127.0.0.1. */
    int port() {
        return port;
    }

    /** The secret of every session. */
    String secret() {
        return secret.text();
    }

    @Override
    public void close() {
        gateway.stop();
        exchange.close();
        gateway.close();
    }
}
