package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.RecoverySummary;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.config.MembersReader;
import io.daybook.gateway.session.AuditEvent;
import io.daybook.gateway.session.Closing;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.JsonAuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.VenueHops;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.server.FeedEntrance;
import io.daybook.server.FixEntrance;
import io.daybook.server.FolderLock;
import io.daybook.server.FreePort;
import io.daybook.server.ListedSymbols;
import io.daybook.server.OpenDoors;
import io.daybook.server.OverdueOrders;
import io.daybook.server.StartException;
import io.daybook.server.UnstartedFollowers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An exchange with its gateway, from the start to the end. Used by one thread. */
final class Venue implements AutoCloseable {
    private static final String COMMAND = "daybook gateway";

    /** How often the members file and the exchange are looked at. */
    private static final long LOOK_MS = 500;

    /** The file in the exchange's folder that its process has locked. */
    static final String LOCK = "LOCK";

    /** The folder, beside the journal, of what sessions were told; the audit log is there too. */
    static final String FOLDER = "gateway";

    /** Within that folder, the times of some commands on their way. */
    private static final String HOPS = "hops";

    private final GatewayConfig config;
    private final Console console;
    private final JsonAuditLog audit;
    private final VenueHops hops;
    private final OpenDoors doors;
    private final DoorMembers members;
    private final @Nullable TcpGateway tcp;
    private final @Nullable FixEntrance fix;
    private final @Nullable FeedEntrance feed;
    private final Exchange exchange;
    private int port;
    private boolean closed;

    private Venue(
            final GatewayConfig config,
            final Console console,
            final JsonAuditLog audit,
            final VenueHops hops,
            final OpenDoors doors,
            final Members members,
            final Exchange exchange) {
        this.config = config;
        this.console = console;
        this.audit = audit;
        this.hops = hops;
        this.doors = doors;
        this.members = doors.members(members);
        this.tcp = doors.tcp();
        this.fix = doors.fix();
        this.feed = doors.feed();
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
        OpenDoors doors = new OpenDoors(null, null, feed);
        final Venue venue;
        try {
            doors = doors(config, members, audit, hops, feed);
            venue = new Venue(config, console, audit, hops, doors, members, exchange(config, console, hops, doors));
        } catch (final CommandFailure | RuntimeException | Error e) {
            Closing.after(e, doors::close, () -> closeAudit(audit, console));
            tellUnclosed(e, console);
            throw e;
        }
        try {
            venue.start();
            return venue;
        } catch (final StartException | RuntimeException | Error e) {
            venue.abandon(e);
            throw failure(e, config.data());
        }
    }

    private static OpenDoors doors(
            final GatewayConfig config,
            final Members members,
            final JsonAuditLog audit,
            final VenueHops hops,
            final @Nullable FeedEntrance feed) {
        final FixDoor fixDoor = config.fix();
        final FixEntrance fix = fixDoor == null
                ? null
                : new FixEntrance(
                        config.data(), config.listings(), config.lossOnPowerFailure(), fixDoor, members, audit);
        final TcpSettings tcpDoor = config.tcp();
        final TcpGateway tcp =
                tcpDoor == null ? null : OpenDoors.gateway(config.data(), tcpDoor, members, audit, hops, fix);
        return new OpenDoors(tcp, fix, feed);
    }

    private static Exchange exchange(
            final GatewayConfig config, final Console console, final VenueHops hops, final OpenDoors doors)
            throws CommandFailure {
        final List<ExchangeListener> listeners = new ArrayList<>();
        listeners.add(
                new SnapshotNotes(new ProgressLine(console.err(), ProgressLine.Manner.SILENT, false, console.clock())));
        if (doors.feed() != null) {
            listeners.add(doors.feed());
        }
        return Engines.embedded(
                config.exchange(), doors.attachments(config.data()), hops, listeners.toArray(new ExchangeListener[0]));
    }

    private void start() throws StartException {
        tellRecovery();
        final UUID id = UUID.fromString(JournalReader.open(config.data()).exchangeId());
        doors.startFeed(exchange, id);
        OverdueOrders.end(exchange, doors.unstarted(exchange, false), note -> console.err()
                .println("daybook: note: " + note));
        ListedSymbols.add(exchange, config.listings());
        if (fix != null) {
            fix.start(exchange);
        }
        if (tcp != null) {
            port = tcp.start(exchange, id);
        }
    }

    /** Why it does not start, in one line where that can say it. */
    private static CommandFailure failure(final Throwable why, final Path data) {
        if (why instanceof StartException refusal) {
            return failure(refusal);
        }
        if (why instanceof JournalException refusal) {
            return CommandFailure.of(refusal, data);
        }
        if (why instanceof IllegalArgumentException refusal) {
            return new CommandFailure(ExitCodes.USAGE, "the gateway does not start: " + CommandFailure.reason(refusal));
        }
        if (why instanceof UncheckedIOException refusal) {
            return new CommandFailure(ExitCodes.FATAL, "the gateway does not start: " + CommandFailure.reason(refusal));
        }
        if (why instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) why;
    }

    /** The log of a feed is opened before the exchange has the folder: so nobody else may have it. */
    private static @Nullable FeedEntrance feed(final GatewayConfig config, final Console console)
            throws CommandFailure {
        final FeedDoor door = config.feed();
        if (door == null) {
            return null;
        }
        requireUnlocked(config.data());
        try {
            final FeedEntrance feed =
                    new FeedEntrance(config.data(), config.listings(), door, config.hopEvery(), line -> console.err()
                            .println("daybook: " + line));
            final TcpSettings tcp = config.tcp();
            if (tcp != null) {
                feed.spinning(tcp.spinMicros());
            }
            return feed;
        } catch (final StartException e) {
            throw failure(e);
        } catch (final JournalException e) {
            throw CommandFailure.of(e, config.data());
        }
    }

    private static CommandFailure failure(final StartException reason) {
        return new CommandFailure(
                reason.isUsage() ? ExitCodes.USAGE : ExitCodes.FATAL, String.valueOf(reason.getMessage()));
    }

    /** Before the exchange is started: a port that somebody else has is the usual mistake. */
    private static void requireFree(final InetAddress address, final int port, final String key, final Path data)
            throws CommandFailure {
        try {
            FreePort.require(address, port, key, data, COMMAND);
        } catch (final StartException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        }
    }

    private static void requireUnlocked(final Path data) throws CommandFailure {
        try {
            FolderLock.requireFree(data, COMMAND);
        } catch (final StartException e) {
            throw failure(e);
        }
    }

    /** Says where it listens, and runs until a signal ends it. */
    int run(final VenueSignals signals, final WatchedFile file) throws CommandFailure {
        tellPort(members.counting());
        while (exchange.state() == ExchangeState.RUNNING) {
            final VenueSignals.Wish wish = signals.await(LOOK_MS);
            if (wish == VenueSignals.Wish.STOP) {
                close();
                return ExitCodes.OK;
            }
            if (wish == VenueSignals.Wish.RELOAD || file.hasChanged()) {
                file.markRead();
                reload();
            }
            if (feed != null) {
                feed.tellDrops(console.clock().getAsLong());
            }
        }
        close();
        throw new CommandFailure(ExitCodes.FATAL, "the exchange has stopped; see: daybook restore");
    }

    private void reload() {
        try {
            members.reload(MembersReader.read(config.members()));
            console.err()
                    .println("daybook: " + config.members() + ": " + sessions(members.counting()) + " from now on");
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
        Closing.all(
                tcp == null ? null : tcp::stop,
                fix == null ? null : fix::stop,
                exchange,
                doors::close,
                this::writeHops,
                () -> closeAudit(audit, console));
        CommandFailure.throwIfFailed(exchange);
    }

    /** After a start that failed, whose reason counts more than what the end may say. */
    private void abandon(final Throwable why) {
        closed = true;
        Closing.after(
                why,
                () -> UnstartedFollowers.close(exchange, doors.unstarted(exchange, false)), // TCP is the last to start
                doors::close,
                () -> closeAudit(audit, console));
        tellUnclosed(why, console);
    }

    private static void tellUnclosed(final Throwable why, final Console console) {
        for (final Throwable one : why.getSuppressed()) {
            console.err().println("daybook: note: not everything could be closed: " + CommandFailure.describe(one));
        }
    }

    private void writeHops() {
        final Path folder = config.data().resolve(FOLDER).resolve(HOPS);
        try {
            hops.write(folder);
            if (feed != null) {
                feed.writeHops(folder);
            }
        } catch (IOException e) {
            console.err().println("daybook: note: the times of hops cannot be written: " + CommandFailure.describe(e));
        }
    }

    private static void closeAudit(final JsonAuditLog audit, final Console console) {
        try {
            audit.close();
        } catch (IOException e) {
            console.err().println("daybook: note: the audit log cannot be closed: " + CommandFailure.describe(e));
        }
    }
}
