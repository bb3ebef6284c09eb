package io.daybook.cli.venue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.RecoverySummary;
import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.Report;
import io.daybook.cli.console.Version;
import io.daybook.cli.exchange.Engines;
import io.daybook.cli.exchange.SnapshotNotes;
import io.daybook.cli.log.VenueLog;
import io.daybook.config.ConfigException;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.server.HttpDoor;
import io.daybook.server.StartException;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.config.HttpSettings;
import io.daybook.server.config.LogSettings;
import io.daybook.server.config.ServerSettings;
import io.daybook.venue.Failures;
import io.daybook.venue.Venue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a server from its start to its end. Used by one thread. */
final class ServeRun {
    private static final Logger LOG = LoggerFactory.getLogger(ServeRun.class);

    /** The period of the checks of keys and exchange. */
    private static final long LOOK_MS = 500;

    private final Console console;
    private final Path file;
    private final List<String> set;
    private final @Nullable DemoWish demo;

    ServeRun(final Console console, final Path file, final List<String> set, final @Nullable DemoWish demo) {
        this.console = console;
        this.file = file;
        this.set = List.copyOf(set);
        this.demo = demo;
    }

    int run() throws CommandFailure {
        final VenueFile<ServerSettings> config;
        try {
            config = ServerFiles.read(file, ServerFiles.inputs(set));
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        }
        try (VenueLog log = log(config.own().log())) {
            try {
                final int status = run(config, log);
                LOG.info("ended");
                return status;
            } catch (final CommandFailure | RuntimeException | Error e) {
                LOG.error("ended: {}", e.getMessage(), e);
                throw e;
            }
        }
    }

    private static VenueLog log(final LogSettings settings) throws CommandFailure {
        try {
            return VenueLog.open(settings, Console.tellsPerson());
        } catch (final IOException e) {
            throw new CommandFailure(ExitCodes.USAGE, "log.file: " + CommandFailure.describe(e));
        }
    }

    private int run(final VenueFile<ServerSettings> config, final VenueLog log) throws CommandFailure {
        try (VenueSignals signals = VenueSignals.install();
                Venue venue = opened(config)) {
            venue.control(control(venue, signals, log));
            venue.notes(line -> {
                console.err().println("daybook: " + line);
                LOG.warn(line);
            });
            venue.listener(new SnapshotNotes(
                    new ProgressLine(console.err(), ProgressLine.Manner.SILENT, false, console.clock())));
            final int port = listening(venue);
            final Exchange exchange = Engines.started(config.exchange(), () -> started(venue));
            tell(config, venue, exchange, port);
            return untilTheEnd(config, venue, exchange, signals, log);
        } catch (final NotStartedException e) {
            throw failure(e.reason);
        } catch (final UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.FATAL, CommandFailure.describe(e));
        }
    }

    private int untilTheEnd(
            final VenueFile<ServerSettings> config,
            final Venue venue,
            final Exchange exchange,
            final VenueSignals signals,
            final VenueLog log)
            throws CommandFailure {
        while (exchange.state() == ExchangeState.RUNNING) {
            final VenueSignals.Wish wish = signals.await(LOOK_MS);
            if (wish == VenueSignals.Wish.STOP) {
                LOG.info("ends, because it was stopped");
                venue.drain();
                venue.close();
                CommandFailure.throwIfFailed(exchange);
                return ExitCodes.OK;
            }
            if (wish == VenueSignals.Wish.RELOAD) {
                reload(venue, log);
            }
            venue.poll();
        }
        venue.close();
        throw new CommandFailure(ExitCodes.FATAL, "the exchange has stopped; see: daybook restore " + config.data());
    }

    private void reload(final Venue venue, final VenueLog log) {
        try {
            read(venue, log);
        } catch (final OperationRoutes.ControlException e) {
            console.err().println(e.getMessage());
            console.err().println("daybook: the earlier settings stay in force");
        }
    }

    private void read(final Venue venue, final VenueLog log) throws OperationRoutes.ControlException {
        try {
            final VenueFile<ServerSettings> config = ServerFiles.read(file, ServerFiles.inputs(set));
            venue.reload(config);
            log.level(config.own().log().level());
        } catch (final ConfigException | StartException | CommandFailure e) {
            LOG.warn("{} was read again and was refused: {}", file, e.getMessage());
            throw new OperationRoutes.ControlException(String.valueOf(e.getMessage()));
        }
        LOG.info("{} was read again, and is in force", file);
        console.err().println("daybook: " + file + ": the new limits, members and hosts are in force");
    }

    /** Returns the control through which admins act over HTTP; the venue handles their acts like signals. */
    private OperationRoutes.Control control(final Venue venue, final VenueSignals signals, final VenueLog log) {
        return new OperationRoutes.Control() {
            @Override
            public void reload() throws OperationRoutes.ControlException {
                read(venue, log);
            }

            @Override
            public void stop() {
                signals.say(VenueSignals.Wish.STOP);
            }
        };
    }

    private void tell(
            final VenueFile<ServerSettings> config, final Venue venue, final Exchange exchange, final int port)
            throws CommandFailure {
        final RecoverySummary recovery = exchange.recovery();
        tellRecovery(config, recovery);
        final String where = venue.http() == null
                ? listening(config, venue)
                : url(config.own().http(), port);
        LOG.atInfo()
                .addKeyValue("seq", recovery.lastSeq())
                .addKeyValue("version", new Version().getVersion()[0])
                .log("listening on {}, for the exchange in {}", where, config.data());
        final HttpDoor http = venue.http();
        if (http != null && http.isFirstStart()) {
            console.err().println("daybook: the first admin's token is in " + http.adminToken());
        }
        final Report out = console.report();
        final String listings = Failures.counted(config.listings().size(), "listing");
        if (http == null) {
            if (config.tcp() != null) {
                out.println("listening on " + where + ": " + Failures.counted(venue.sessionCount(), "session") + ", "
                        + listings);
            }
            venue.lines().forEach(out::println);
        } else {
            if (venue.tcpPort() != 0) {
                out.println("programs on port " + venue.tcpPort());
            }
            venue.lines().forEach(out::println);
            out.println("listening on " + where + ": " + listings);
        }
        if (demo != null && http != null) {
            SignInLinks.tellDemo(out, http, where);
            DemoRun.tell(out, where);
        } else if (http != null && Console.showsToPerson()) {
            SignInLinks.tellAdmin(out, http, config.own().http(), port);
        }
        out.send();
    }

    private void tellRecovery(final VenueFile<ServerSettings> config, final RecoverySummary recovery) {
        console.err()
                .println(
                        recovery.created()
                                ? "daybook: a new exchange in " + config.data()
                                : "daybook: " + recovery.line());
        recovery.notes().forEach(this::note);
        if (config.lossOnPowerFailure()) {
            note("lossOnPowerFailure: orders that were already answered may be lost in a power failure");
        }
    }

    private void note(final String note) {
        console.err().println("daybook: note: " + note);
        LOG.warn(note);
    }

    private static String url(final HttpSettings http, final int port) {
        return (http.tls() == null ? "http" : "https") + "://"
                + (http.address().getAddress().length == 4
                        ? http.address().getHostAddress()
                        : "[" + http.address().getHostAddress() + "]")
                + ":" + port;
    }

    /** Returns the words for the TCP door, used if HTTP is off; the FIX door has a line of its own. */
    private static String listening(final VenueFile<ServerSettings> config, final Venue venue) {
        final TcpSettings door = config.tcp();
        return door == null
                ? "FIX alone"
                : door.address().getHostAddress() + ":" + venue.tcpPort() + (door.tls() == null ? "" : " with TLS");
    }

    private Venue opened(final VenueFile<ServerSettings> config) throws CommandFailure {
        try {
            return demo == null ? Venue.open(config) : DemoRun.open(config, demo);
        } catch (final StartException e) {
            throw failure(e);
        }
    }

    private static int listening(final Venue venue) throws CommandFailure {
        try {
            return venue.listen();
        } catch (final StartException e) {
            throw failure(e);
        }
    }

    /** Starts the venue inside a supplier, which cannot throw checked exceptions. */
    private static Exchange started(final Venue venue) {
        try {
            return venue.start();
        } catch (final StartException e) {
            throw new NotStartedException(e);
        }
    }

    private static CommandFailure failure(final StartException reason) {
        return new CommandFailure(
                reason.isUsage() ? ExitCodes.USAGE : ExitCodes.FATAL,
                "the server does not start: " + reason.getMessage());
    }

    private static final class NotStartedException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final StartException reason;

        private NotStartedException(final StartException reason) {
            super(reason);
            this.reason = reason;
        }
    }
}
