package io.daybook.it;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Compression;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.host.RateLimit;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A venue of one session, assembled as the command line assembles it. Its storage ends the process at a
 * {@link HaltStep}, which is an argument. The venue prints {@code listening} once it runs. After the line {@code arm}
 * the process ends when the next command reaches the step. After {@code arm full} the process first waits at the step
 * until the ring is full; after {@code arm read}, until it reads another line. The venue prints {@code armed} after
 * each line, and {@code at the step} when it has reached the step. At the end of its input it closes in order.
 */
final class HaltingVenue {
    static final int SESSION = 17;
    static final int RING_SIZE = 256;
    static final int SYMBOL = 1;
    static final long UID = 1;

    private static final int NO_LIMIT = 1_000_000;
    private static final long RICH = 1L << 50;
    private static final UUID ID = new UUID(7, 7);

    private HaltingVenue() {}

    /** Runs the venue. Arguments: the folder, the port, the secret as members.json has it, the step. */
    public static void main(final String[] args) throws IOException {
        final Path folder = Path.of(args[0]);
        final HaltingStorage storage = new HaltingStorage(HaltStep.valueOf(args[3]));
        final TcpGateway gateway = TcpGateway.builder()
                .settings(new TcpSettings(
                        InetAddress.getLoopbackAddress(),
                        Integer.parseInt(args[1]),
                        null,
                        SessionLimits.DEFAULT,
                        false,
                        TcpSettings.DEFAULT_SPIN_MICROS))
                .members(Members.of(List.of(SessionSettings.tcp(SESSION, "ALPHA")
                        .accounts(new Account("A", UID))
                        .limit(new RateLimit(NO_LIMIT, NO_LIMIT))
                        .cancelOnDisconnect(CancelOnDisconnect.NONE)
                        .secrets(Secret.parse(args[2]))
                        .build())))
                .folder(folder)
                .storage(storage)
                .build();
        final Exchange exchange = DaybookExchange.start(
                storage,
                ExchangeConfig.builder()
                        .ringSize(RING_SIZE)
                        .compression(Compression.NONE)
                        .journal(folder)
                        .build(),
                List.of(gateway.attachment()));
        if (exchange.recovery().created()) {
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(SYMBOL, 10, 20).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(UID, Map.of(10, RICH, 20, RICH))))
                    .join();
        }
        gateway.start(exchange, ID);
        System.out.println("listening");
        obey(storage, exchange);
        gateway.stop();
        exchange.close();
        gateway.close();
    }

    private static void obey(final HaltingStorage storage, final Exchange exchange) throws IOException {
        final AtomicBoolean isSent = new AtomicBoolean();
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("arm full")) {
                storage.arm(() -> true, () -> isFull(exchange.metrics()));
            } else if (line.equals("arm read")) {
                storage.arm(() -> true, isSent::get);
            } else if (line.equals("arm")) {
                final long before = exchange.metrics().published();
                storage.arm(() -> exchange.metrics().published() > before, () -> true);
            } else {
                isSent.set(true);
            }
            System.out.println("armed");
        }
    }

    private static boolean isFull(final ExchangeMetrics metrics) {
        return metrics.ringFill() == metrics.ringSize();
    }
}
