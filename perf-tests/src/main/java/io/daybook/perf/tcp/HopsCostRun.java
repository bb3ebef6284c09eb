package io.daybook.perf.tcp;

import io.daybook.api.AckMode;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OnFailure;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.session.Connection;
import io.daybook.gateway.session.SessionLayer;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.run.Folders;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.limit.RateLimit;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.Transport;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * What it costs a gateway to time commands on their way: none, every 64th, every one, in turn.
 *
 * <pre>
 * on one thread: frame → session layer → engine and journal → session book → outbox → a transport that only counts
 * </pre>
 *
 * <p>Sockets and hand-offs between threads are left out, so that the processor time of the thread says something on any
 * machine. The times of engine and journal are not taken here: an exchange without threads has no stages.
 */
public final class HopsCostRun {
    private static final int SESSION = 1;
    private static final int ORDERS = 50_000;
    private static final int SYMBOL = 1;
    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final long RICH = 1L << 50;
    private static final int NO_LIMIT = 10_000_000;
    private static final int GTC = 1;
    private static final int[] HOPS = {0, 64, 1};

    private HopsCostRun() {}

    /** See the class. */
    public static void main(final String[] args) throws IOException {
        final PrintStream out = System.out;
        Machine.print(out);
        final List<Path> folders = new ArrayList<>();
        final List<OneThread> venues = new ArrayList<>();
        final List<Series> costs = new ArrayList<>();
        final List<Series> more = new ArrayList<>();
        try {
            for (final int every : HOPS) {
                folders.add(TcpOptions.newFolder());
                venues.add(new OneThread(folders.get(folders.size() - 1), every));
                costs.add(new Series());
                more.add(new Series());
            }
            final int iterations = PerfProperties.iterations(15);
            for (int i = PerfProperties.number("warmups", 5) + iterations; i > 0; i--) {
                double off = 0;
                for (int kind = 0; kind < HOPS.length; kind++) {
                    final double ns = venues.get(kind).trade(PerfProperties.number("requests", ORDERS));
                    off = kind == 0 ? ns : off;
                    if (i <= iterations) {
                        costs.get(kind).add(ns);
                        more.get(kind).add(ns - off);
                    }
                }
            }
        } finally {
            venues.forEach(OneThread::end);
            for (final Path folder : folders) {
                Folders.delete(folder);
            }
        }
        for (int kind = 0; kind < HOPS.length; kind++) {
            out.printf(
                    Locale.ROOT,
                    "RESULT     hops %s: median %.0f ns an order, %.0f to %.0f; more than without, pair by pair: %.0f"
                            + " (%.0f to %.0f)%n",
                    HOPS[kind] == 0 ? "off" : "of every " + HOPS[kind],
                    costs.get(kind).median(),
                    costs.get(kind).min(),
                    costs.get(kind).max(),
                    more.get(kind).median(),
                    more.get(kind).min(),
                    more.get(kind).max());
        }
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    /** A venue on the caller's thread, with one client who buys and sells one lot in turn. */
    private static final class OneThread implements Transport {
        private final Exchange exchange;
        private final SessionLayer layer;
        private final Connection connection;
        private long request;
        private long answers;
        private long refused;
        private long sent;

        OneThread(final Path folder, final int hopEvery) throws IOException {
            final Secret.Fresh secret = Secret.make(new byte[Secret.RANDOM_BYTES]);
            layer = new SessionLayer(new DoorSetup(
                    SessionLimits.DEFAULT,
                    true,
                    Members.of(List.of(SessionSettings.tcp(SESSION, "PERF")
                            .accounts(new Account("A", 1))
                            .limit(new RateLimit(NO_LIMIT, NO_LIMIT))
                            .cancelOnDisconnect(CancelOnDisconnect.NONE)
                            .secrets(secret.kept())
                            .build())),
                    new DiscardingStorage(),
                    Path.of("/nowhere"),
                    Clock.system(),
                    AuditLog.none(),
                    session -> false,
                    (what, cause) -> {
                        throw new IllegalStateException(what, cause);
                    }));
            layer.timedBy(new VenueHops(hopEvery));
            exchange = DaybookExchange.start(
                    new FileJournalStorage(),
                    ExchangeConfig.builder()
                            .topology(Topology.INLINE)
                            .journal(folder.resolve("data"))
                            .ackMode(AckMode.AFTER_WRITE)
                            .build(),
                    List.of(new Attachment(layer.follower(), OnFailure.HALT)));
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(SYMBOL, BASE, QUOTE).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(1L, Map.of(BASE, RICH, QUOTE, RICH))))
                    .join();
            layer.open(exchange, new UUID(1, 2));
            connection = Objects.requireNonNull(layer.connect(this, InetAddress.getLoopbackAddress()));
            connection.received(LoginDescriptor.encode(
                    connection.input(), connection.inputOffset(), SESSION, 60_000, 0, secret.text(), "hops"));
            layer.duty();
        }

        /** Ns of processor time that an order takes. */
        double trade(final int orders) {
            final long before = answers;
            final long beginNs = ThreadCosts.cpuNs();
            for (int i = 0; i < orders; i++) {
                request++;
                connection.received(PlaceDescriptor.encode(
                        connection.input(),
                        connection.inputOffset(),
                        request,
                        1,
                        SYMBOL,
                        1 + (int) (request & 1),
                        GTC,
                        100,
                        1,
                        0));
                layer.duty();
            }
            final double ns = (double) (ThreadCosts.cpuNs() - beginNs) / orders;
            if (answers - before != orders || refused > 0) {
                throw new IllegalStateException(
                        (answers - before) + " of " + orders + " were answered, " + refused + " refused");
            }
            return ns;
        }

        @Override
        public void send(final byte[] bytes, final int offset, final int length) {
            sent += length;
            for (int at = offset; at < offset + length; at += Frame.length(bytes, at)) {
                if (Frame.template(bytes, at) == Templates.ANSWER) {
                    answers++;
                    refused += AnswerDescriptor.code(bytes, at) == 0 ? 0 : 1;
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public long unsent() {
            return 0;
        }

        @Override
        public long sent() {
            return sent;
        }

        @Override
        public void reading(final boolean wanted) {}

        @Override
        public void close() {}

        void end() {
            layer.end();
            layer.duty();
            exchange.close();
            layer.close();
        }
    }
}
