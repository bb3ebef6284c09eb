package io.daybook.cli;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.FollowerPoller;
import io.daybook.api.RecoverySummary;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.session.AuditEvent;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.VenueHops;
import io.daybook.gateway.session.ViewSource;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.StorageLockedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An exchange with its gateway, from the start to the end. Used by one thread. */
final class Venue implements AutoCloseable {
    /** How often the members file and the exchange are looked at. */
    private static final long LOOK_MS = 500;

    private static final int POLL_LIMIT = 1_024;

    /** The file in the exchange's folder that its process has locked. */
    static final String LOCK = "LOCK";

    /** The folder, beside the journal, of what sessions were told; the audit log is there too. */
    static final String FOLDER = "gateway";

    /** Within that folder, the times of some commands on their way. */
    private static final String HOPS = "hops";

    private final GatewayConfig config;
    private final Console console;
    private final JsonAuditLog audit;
    private final @Nullable TcpGateway tcp;
    private final VenueHops hops;
    private final @Nullable FixEntrance fix;
    private final @Nullable FeedEntrance feed;
    private final Exchange exchange;
    private int port;
    private boolean closed;

    private Venue(
            final GatewayConfig config,
            final Console console,
            final JsonAuditLog audit,
            final @Nullable TcpGateway tcp,
            final VenueHops hops,
            final @Nullable FixEntrance fix,
            final @Nullable FeedEntrance feed,
            final Exchange exchange) {
        this.config = config;
        this.console = console;
        this.audit = audit;
        this.tcp = tcp;
        this.hops = hops;
        this.fix = fix;
        this.feed = feed;
        this.exchange = exchange;
    }

    /** Starts the exchange, adds what it does not list yet, and opens its doors. */
    static Venue open(final GatewayConfig config, final Members members, final Console console) throws CommandFailure {
        final FixDoor door = config.fix();
        final TcpSettings tcpDoor = config.tcp();
        if (tcpDoor != null) {
            requireFree(tcpDoor.address(), tcpDoor.port(), "tcp.port", config.data());
        }
        if (door != null) {
            requireFree(door.address(), door.port(), "fix.port", config.data());
        }
        final FeedEntrance feed = feed(config, console);
        final JsonAuditLog audit = new JsonAuditLog(
                new FileJournalStorage(), config.data().resolve(FOLDER), Clock.system(), failure -> console.err()
                        .println(
                                "daybook: note: the audit log cannot be written: " + CommandFailure.describe(failure)));
        final VenueHops hops = new VenueHops(config.hopEvery());
        final FixEntrance fix = door == null ? null : new FixEntrance(config, door, members, audit);
        final TcpGateway tcp = tcpDoor == null
                ? null
                : TcpGateway.builder()
                        .settings(tcpDoor)
                        .members(members)
                        .folder(config.data())
                        .auditLog(audit)
                        .hops(hops)
                        .knownElsewhere(session -> fix != null && fix.knows(session))
                        .build();
        final List<Attachment> attachments = new ArrayList<>();
        if (tcp != null) {
            attachments.add(tcp.attachment());
        }
        if (fix != null) {
            attachments.add(fix.attachment(session -> tcp != null && tcp.knows(session)));
        }
        final List<ExchangeListener> listeners = new ArrayList<>();
        listeners.add(
                new SnapshotNotes(new ProgressLine(console.err(), ProgressLine.Manner.SILENT, false, console.clock())));
        if (feed != null) {
            attachments.add(feed.attachment());
            listeners.add(feed);
        }
        final Exchange exchange;
        try {
            exchange =
                    Engines.embedded(config.exchange(), attachments, hops, listeners.toArray(new ExchangeListener[0]));
        } catch (final CommandFailure e) {
            if (feed != null) {
                feed.close();
            }
            throw e;
        }
        final Venue venue = new Venue(config, console, audit, tcp, hops, fix, feed, exchange);
        try {
            venue.tellRecovery();
            final UUID id = UUID.fromString(JournalReader.open(config.data()).exchangeId());
            venue.startFeed(id);
            new ListingsAtStart(exchange, config.listings()).add();
            if (fix != null) {
                fix.start(exchange);
            }
            if (tcp != null) {
                venue.port = tcp.start(exchange, id);
            }
            return venue;
        } catch (final JournalException e) {
            venue.abandon();
            throw CommandFailure.of(e, config.data());
        } catch (final IllegalArgumentException | UncheckedIOException e) {
            venue.abandon();
            throw new CommandFailure(
                    e instanceof UncheckedIOException ? ExitCodes.FATAL : ExitCodes.USAGE,
                    "the gateway does not start: " + reason(e));
        } catch (final CommandFailure e) {
            venue.abandon();
            throw e;
        }
    }

    /** The log of a feed is opened before the exchange has the folder: so nobody else may have it. */
    private static @Nullable FeedEntrance feed(final GatewayConfig config, final Console console)
            throws CommandFailure {
        final FeedDoor door = config.feed();
        if (door == null) {
            return null;
        }
        requireUnlocked(config.data());
        return new FeedEntrance(config, door, console);
    }

    /** Before anybody can send a command, and before anybody can subscribe. */
    private void startFeed(final UUID id) throws CommandFailure {
        if (feed == null) {
            return;
        }
        feed.start(exchange, id);
        final ViewSource views = feed.views();
        if (views != null && tcp != null) {
            tcp.viewSource(views);
        }
    }

    /** Before the exchange is started: a port that somebody else has is the usual mistake. */
    private static void requireFree(final InetAddress address, final int port, final String key, final Path data)
            throws CommandFailure {
        try (ServerSocket probe = new ServerSocket(port, 1, address)) {
            assert probe.isBound();
        } catch (final IOException e) {
            requireUnlocked(data);
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "nothing can listen on " + address.getHostAddress() + ":" + port + ": " + CommandFailure.describe(e)
                            + ". Another process may: choose another " + key);
        }
    }

    /** A second gateway on the same files finds the first one's port taken, and its folder, which is the cause. */
    private static void requireUnlocked(final Path data) throws CommandFailure {
        final Path lock = data.resolve(LOCK);
        try {
            if (Files.exists(lock)) {
                new FileJournalStorage().lock(lock, "daybook gateway").close();
            }
        } catch (final StorageLockedException e) {
            throw new CommandFailure(
                    ExitCodes.FATAL,
                    "the exchange does not start on " + data + ": a process has it already: " + e.getMessage());
        } catch (final IOException e) {
            throw CommandFailure.of(e, lock.toString());
        }
    }

    /** Says where it listens, and runs until a signal ends it. */
    int run(final VenueSignals signals, final Members first, final WatchedFile members) throws CommandFailure {
        tellPort(first);
        while (exchange.state() == ExchangeState.RUNNING) {
            final VenueSignals.Wish wish = signals.await(LOOK_MS);
            if (wish == VenueSignals.Wish.STOP) {
                close();
                return ExitCodes.OK;
            }
            if (wish == VenueSignals.Wish.RELOAD || members.hasChanged()) {
                members.markRead();
                reload();
            }
        }
        close();
        throw new CommandFailure(ExitCodes.FATAL, "the exchange has stopped; see: daybook restore");
    }

    private void reload() {
        try {
            final Members members = GatewayFiles.members(config.members());
            if (tcp != null) {
                tcp.reload(members);
            }
            if (fix != null) {
                fix.reload(members);
            }
            console.err().println("daybook: " + config.members() + ": " + sessions(members) + " from now on");
        } catch (final ConfigException e) {
            refuseReload(String.valueOf(e.getMessage()));
        } catch (final IllegalArgumentException e) {
            refuseReload(config.members() + ": " + e.getMessage());
        } catch (final IOException e) {
            refuseReload(CommandFailure.of(e, config.members().toString()).getMessage());
        }
    }

    private void refuseReload(final @Nullable String fault) {
        audit.write(new AuditEvent.ReloadRefused(String.valueOf(fault)));
        console.err().println(fault);
        console.err().println("daybook: the members read before go on counting");
    }

    private void tellRecovery() {
        final RecoverySummary recovery = exchange.recovery();
        console.err()
                .println(
                        recovery.created()
                                ? "daybook: a new exchange in " + config.data()
                                : String.format(
                                        Locale.ROOT,
                                        "daybook: restored to seq %,d in %.1f s",
                                        recovery.lastSeq(),
                                        (double) recovery.elapsedNs() / TimeUnit.SECONDS.toNanos(1)));
        for (final String note : recovery.notes()) {
            console.err().println("daybook: note: " + note);
        }
        if (config.lossOnPowerFailure()) {
            console.err().println("daybook: note: lossOnPowerFailure: a power failure may take answered orders back");
        }
    }

    private void tellPort(final Members members) throws CommandFailure {
        final Report out = console.report();
        final TcpSettings door = config.tcp();
        if (door != null) {
            out.println("listening on " + door.address().getHostAddress() + ":" + port
                    + (door.tls() == null ? "" : " with TLS") + ": " + sessions(members) + ", "
                    + GatewayCheckCommand.counted(config.listings().size(), "listing"));
        }
        if (fix != null) {
            out.println(fix.told());
        }
        if (feed != null) {
            out.println(feed.told());
        }
        out.send();
    }

    private static String sessions(final Members members) {
        return GatewayCheckCommand.counted(members.sessions().size(), "session");
    }

    /** The doors first, so that nobody is told what does not count; then the exchange; then what follows it. */
    @Override
    public void close() throws CommandFailure {
        if (closed) {
            return;
        }
        closed = true;
        if (tcp != null) {
            tcp.stop();
        }
        if (fix != null) {
            fix.stop();
        }
        exchange.close();
        if (tcp != null) {
            tcp.close();
        }
        if (fix != null) {
            fix.close();
        }
        if (feed != null) {
            feed.close();
        }
        writeHops();
        closeAudit();
        CommandFailure.throwIfFailed(exchange);
    }

    /** After a start that failed, whose reason counts more than what the end may say. */
    private void abandon() {
        closed = true;
        final Thread closing = new Thread(exchange::close, "daybook-close");
        closing.start();
        // Whoever has not started does not poll, and the exchange waits at its end for its followers.
        final List<FollowerPoller> pollers = new ArrayList<>();
        if (tcp != null) {
            pollers.add(exchange.poller(tcp.attachment().follower().name()));
        }
        if (fix != null && !fix.isRunning()) {
            pollers.add(exchange.poller(FixEntrance.FOLLOWER));
        }
        if (feed != null && !feed.isRunning()) {
            pollers.add(exchange.poller(FeedEntrance.FOLLOWER));
        }
        while (closing.isAlive() || !pollers.stream().allMatch(FollowerPoller::isDrained)) {
            int polled = 0;
            for (final FollowerPoller poller : pollers) {
                polled += poller.poll(POLL_LIMIT);
            }
            if (polled == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
        if (fix != null) {
            fix.close();
        }
        if (tcp != null) {
            tcp.close();
        }
        if (feed != null) {
            feed.close();
        }
        closeAudit();
    }

    private void writeHops() {
        try {
            hops.write(config.data().resolve(FOLDER).resolve(HOPS));
        } catch (IOException e) {
            console.err().println("daybook: note: the times of hops cannot be written: " + CommandFailure.describe(e));
        }
    }

    private void closeAudit() {
        try {
            audit.close();
        } catch (IOException e) {
            console.err().println("daybook: note: the audit log cannot be closed: " + CommandFailure.describe(e));
        }
    }

    private static String reason(final RuntimeException failure) {
        final Throwable cause = failure.getCause();
        return failure.getMessage()
                + (cause == null || cause.getMessage() == null ? "" : ": " + CommandFailure.describe(cause));
    }
}
