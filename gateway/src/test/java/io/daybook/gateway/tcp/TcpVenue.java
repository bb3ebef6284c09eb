package io.daybook.gateway.tcp;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.core.DaybookExchange;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An exchange with its TCP door, in a folder, on a free port of the loopback address. */
final class TcpVenue implements AutoCloseable {
    static final int SYMBOL = 1;
    static final int RING_SIZE = 1_024;
    static final UUID ID = new UUID(1, 2);

    private static final int FOLLOWER_TIMEOUT_MS = 10_000;

    /** Silence for twice this time ends a connection, and a busy machine may be silent for long. */
    private static final int HEARTBEAT_MS = 20_000;

    private static final byte[] RANDOM = new byte[Secret.RANDOM_BYTES];
    static final Secret.Fresh SECRET = Secret.make(RANDOM);

    private final Exchange exchange;
    private final TcpGateway gateway;
    private final int port;

    TcpVenue(final Path folder, final SessionLimits limits, final Members members) {
        this(folder, limits, members, null);
    }

    TcpVenue(final Path folder, final SessionLimits limits, final Members members, final @Nullable TlsSettings tls) {
        this(folder, limits, members, tls, VenueHops.none());
    }

    TcpVenue(
            final Path folder,
            final SessionLimits limits,
            final Members members,
            final @Nullable TlsSettings tls,
            final VenueHops hops) {
        this(folder, limits, members, tls, hops, new FileJournalStorage(), FOLLOWER_TIMEOUT_MS);
    }

    /** Starts a venue on a disk of the test, and with a time limit for a follower that hangs. */
    TcpVenue(
            final Path folder,
            final SessionLimits limits,
            final Members members,
            final @Nullable TlsSettings tls,
            final VenueHops hops,
            final JournalStorage storage,
            final int followerTimeoutMs) {
        gateway = TcpGateway.builder()
                .settings(new TcpSettings(
                        InetAddress.getLoopbackAddress(), 0, tls, limits, false, TcpSettings.DEFAULT_SPIN_MICROS))
                .members(members)
                .folder(folder)
                .hops(hops)
                .storage(storage)
                .build();
        exchange = DaybookExchange.start(
                storage,
                ExchangeConfig.builder()
                        .topology(Topology.FUSED)
                        .ringSize(RING_SIZE)
                        .followerTimeoutMs(followerTimeoutMs)
                        .closeTimeoutMs(2_000)
                        .journal(folder.resolve("data"))
                        .build(),
                List.of(gateway.attachment()),
                hops);
        if (exchange.recovery().created()) {
            done(exchange.submit(
                    new AddSymbol(SymbolSpec.exchangePair(SYMBOL, 10, 20).build())));
            done(exchange.submit(AddAccounts.of(
                    Map.of(1L, Map.of(10, 1_000_000L, 20, 1_000_000L), 2L, Map.of(10, 1_000_000L, 20, 1_000_000L)))));
        }
        port = gateway.start(exchange, ID);
    }

    /** Sessions 17 and 18, which act for users 1 and 2. */
    static Members members() {
        return Members.of(List.of(trader(17, 1).build(), trader(18, 2).build()));
    }

    static SessionSettings.Builder trader(final int session, final long uid) {
        return SessionSettings.tcp(session, "ALPHA")
                .accounts(new Account("A", uid))
                .secrets(SECRET.kept());
    }

    DaybookClient connect(final int session, final long nextOut, final ClientListener listener) throws IOException {
        return DaybookClient.builder()
                .address("127.0.0.1", port)
                .session(session, SECRET.text())
                .heartbeatMs(HEARTBEAT_MS)
                .nextOut(nextOut)
                .listener(listener)
                .connect();
    }

    Exchange exchange() {
        return exchange;
    }

    int port() {
        return port;
    }

    private static void done(final java.util.concurrent.CompletableFuture<CommandResult> result) {
        try {
            if (!result.get(60, TimeUnit.SECONDS).isSuccess()) {
                throw new IllegalStateException("refused: " + result.get());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        gateway.stop();
        exchange.close();
        gateway.close();
    }
}
