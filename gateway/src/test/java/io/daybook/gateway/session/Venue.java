package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.OnFailure;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.access.JournalOptions;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.sessions.DoorSetup;
import io.daybook.sessions.SessionLog;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.OutboxLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** One run of an exchange without threads, with its session layer, on a given disk and clock. */
final class Venue {
    static final Path DATA = Path.of("/venue");
    static final int SYMBOL = 1;
    static final Secret.Fresh SECRET = Secret.make(new byte[Secret.RANDOM_BYTES]);

    private final Exchange exchange;
    private final TcpLayer layer;
    private final CallerScheduler scheduler;
    private final List<Throwable> failures;

    private Venue(
            final Exchange exchange,
            final TcpLayer layer,
            final CallerScheduler scheduler,
            final List<Throwable> failures) {
        this.exchange = exchange;
        this.scheduler = scheduler;
        this.layer = layer;
        this.failures = failures;
    }

    static Venue start(
            final JournalStorage storage,
            final SimulatedClock clock,
            final SessionLimits limits,
            final OutboxLimits outboxLimits,
            final Members members,
            final AuditLog audit,
            final Follower... others) {
        final List<Throwable> failures = new ArrayList<>();
        final TcpLayer layer = layer(storage, clock, limits, outboxLimits, members, audit, failures);
        final List<Attachment> attachments = new ArrayList<>();
        attachments.add(new Attachment(layer.sessions().follower(), OnFailure.HALT));
        for (final Follower other : others) {
            attachments.add(new Attachment(other, OnFailure.HALT));
        }
        final CallerScheduler scheduler = new CallerScheduler(clock);
        final Exchange exchange = exchange(config(Topology.INLINE), storage, clock, scheduler, attachments);
        final Venue venue = new Venue(exchange, layer, scheduler, failures);
        layer.sessions().open(exchange, new UUID(1, 2));
        venue.run();
        return venue;
    }

    /** Starts a venue whose log nodes share; a test makes the log from the exchange and the name of the follower. */
    static Venue startShared(
            final JournalStorage storage,
            final SimulatedClock clock,
            final Members members,
            final AuditLog audit,
            final BiFunction<Exchange, String, SessionLog> log) {
        final List<Throwable> failures = new ArrayList<>();
        final SessionLimits limits = SessionLimits.DEFAULT;
        final TcpLayer layer = layer(storage, clock, limits, OutboxLimits.of(limits), members, audit, failures);
        final CallerScheduler scheduler = new CallerScheduler(clock);
        final Exchange exchange = exchange(
                config(Topology.INLINE),
                storage,
                clock,
                scheduler,
                List.of(new Attachment(layer.sessions().follower(), OnFailure.HALT)));
        final Venue venue = new Venue(exchange, layer, scheduler, failures);
        layer.sessions().open(log.apply(exchange, layer.sessions().follower().name()));
        venue.run();
        return venue;
    }

    private static TcpLayer layer(
            final JournalStorage storage,
            final SimulatedClock clock,
            final SessionLimits limits,
            final OutboxLimits outboxLimits,
            final Members members,
            final AuditLog audit,
            final List<Throwable> failures) {
        return new TcpLayer(
                new DoorSetup(
                        limits,
                        false,
                        members,
                        storage,
                        DATA,
                        clock,
                        audit,
                        session -> false,
                        (what, cause) -> failures.add(cause)),
                outboxLimits);
    }

    private static Exchange exchange(
            final ExchangeConfig config,
            final JournalStorage storage,
            final SimulatedClock clock,
            final CallerScheduler scheduler,
            final List<Attachment> attachments) {
        final Exchange exchange = new InlineExchange(
                config,
                RecoveredState.recover(config, storage, options(clock, scheduler), HashSecret.of(1), attachments));
        if (exchange.recovery().created()) {
            exchange.submit(
                    new AddSymbol(SymbolSpec.exchangePair(SYMBOL, 10, 20).build()));
            final Map<Integer, Long> rich = Map.of(10, 1_000_000_000L, 20, 1_000_000_000L);
            exchange.submit(AddAccounts.of(Map.of(1L, rich, 2L, rich, 3L, rich)));
        }
        return exchange;
    }

    private static ExchangeConfig.Builder settings(final Topology topology) {
        return ExchangeConfig.builder()
                .topology(topology)
                .journal(DATA.resolve("data"))
                .ringSize(64)
                .eventRingSize(1_024)
                .blockBytes(8 << 10); // small, because many starts each allocate it and write little
    }

    private static ExchangeConfig config(final Topology topology) {
        return settings(topology).build();
    }

    /**
     * Runs an exchange that permits RESET, with a session layer that follows it. The layer admits no clients, as always
     * on such an exchange; commands come through its door.
     */
    static void withReset(
            final SimulatedStorage storage,
            final SimulatedClock clock,
            final Members members,
            final BiConsumer<Exchange, String> commands) {
        final List<Throwable> failures = new ArrayList<>();
        final SessionLimits limits = SessionLimits.DEFAULT;
        final TcpLayer layer =
                layer(storage, clock, limits, OutboxLimits.of(limits), members, AuditLog.none(), failures);
        final List<Attachment> attachments =
                List.of(new Attachment(layer.sessions().follower(), OnFailure.HALT));
        final ExchangeConfig config =
                settings(Topology.INLINE).resetAllowed(true).build();
        try (Exchange exchange = exchange(config, storage, clock, new CallerScheduler(clock), attachments)) {
            commands.accept(exchange, layer.sessions().follower().name());
        }
        layer.sessions().close();
        assertEquals(List.of(), failures);
    }

    private static JournalOptions options(final SimulatedClock clock, final CallerScheduler scheduler) {
        return JournalOptions.builder()
                .maxBlockBytes(16 << 10)
                .firstSegmentBytes(28 << 10)
                .maxSegmentBytes(96 << 10)
                .fillAhead(false)
                .clock(clock)
                .scheduler(scheduler)
                .build();
    }

    /** Recovers a session layer from the journal, with the engine of another topology, and stops there. */
    static void recover(
            final JournalStorage storage,
            final SimulatedClock clock,
            final SessionLimits limits,
            final OutboxLimits outboxLimits,
            final Members members,
            final Topology topology) {
        final TcpLayer layer = layer(storage, clock, limits, outboxLimits, members, AuditLog.none(), new ArrayList<>());
        RecoveredState.recover(
                config(topology),
                storage,
                options(clock, new CallerScheduler(clock)),
                HashSecret.of(2),
                List.of(new Attachment(layer.sessions().follower(), OnFailure.HALT)));
        layer.sessions().close();
    }

    static SessionSettings.Builder trader(final int session, final long... uids) {
        final Account[] accounts = new Account[uids.length];
        for (int i = 0; i < uids.length; i++) {
            accounts[i] = new Account("A-" + uids[i], uids[i]);
        }
        return SessionSettings.tcp(session, "ALPHA").accounts(accounts).secrets(SECRET.kept());
    }

    /** Calls the duty until no work is due. */
    void run() {
        for (int i = 0; i < 100 && layer.duty(); i++) {
            // until no work is due
        }
    }

    Exchange exchange() {
        return exchange;
    }

    TcpLayer layer() {
        return layer;
    }

    /** Waits for a result of the exchange's background work. */
    <T> T await(final CompletableFuture<T> future) {
        scheduler.runUntil(future::isDone);
        return future.join();
    }

    /** The exceptions that sessions have thrown. */
    List<Throwable> failures() {
        return failures;
    }

    /** Ends the venue in order. */
    void close() {
        layer.sessions().end();
        run();
        exchange.close();
        layer.sessions().close();
    }
}
