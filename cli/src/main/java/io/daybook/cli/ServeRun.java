package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.api.RecoverySummary;
import io.daybook.cli.log.VenueLog;
import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.DaybookServer;
import io.daybook.server.StartException;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.config.HttpSettings;
import io.daybook.server.config.LogSettings;
import io.daybook.server.config.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server from the start to the end. Used by one thread. */
final class ServeRun {
    private static final Logger LOG = LoggerFactory.getLogger(ServeRun.class);

    /** How often keys and the exchange are looked at. */
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
            return GatewayFiles.refuse(e, console);
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
                DaybookServer server = opened(config)) {
            server.control(control(server, signals, log));
            server.notes(line -> {
                console.err().println("daybook: " + line);
                LOG.warn(line);
            });
            final int port = listening(server);
            final Exchange exchange = Engines.started(config.exchange(), () -> started(server));
            tell(config, server, exchange, port);
            return untilTheEnd(config, server, exchange, signals, log);
        } catch (final NotStartedException e) {
            throw failure(e.reason);
        } catch (final UncheckedIOException e) {
            throw new CommandFailure(ExitCodes.FATAL, CommandFailure.describe(e));
        }
    }

    private int untilTheEnd(
            final VenueFile<ServerSettings> config,
            final DaybookServer server,
            final Exchange exchange,
            final VenueSignals signals,
            final VenueLog log)
            throws CommandFailure {
        while (exchange.state() == ExchangeState.RUNNING) {
            final VenueSignals.Wish wish = signals.await(LOOK_MS);
            if (wish == VenueSignals.Wish.STOP) {
                LOG.info("ends, as it was asked to");
                server.drain();
                server.close();
                CommandFailure.throwIfFailed(exchange);
                return ExitCodes.OK;
            }
            if (wish == VenueSignals.Wish.RELOAD) {
                reload(server, log);
            }
            server.refreshKeys();
            server.tellDrops();
        }
        server.close();
        throw new CommandFailure(ExitCodes.FATAL, "the exchange has stopped; see: daybook restore " + config.data());
    }

    private void reload(final DaybookServer server, final VenueLog log) {
        try {
            read(server, log);
        } catch (final OperationRoutes.ControlException e) {
            console.err().println(e.getMessage());
            console.err().println("daybook: what was read before goes on counting");
        }
    }

    private void read(final DaybookServer server, final VenueLog log) throws OperationRoutes.ControlException {
        try {
            final VenueFile<ServerSettings> config = ServerFiles.read(file, ServerFiles.inputs(set));
            server.reload(config);
            log.level(config.own().log().level());
        } catch (final ConfigException | StartException | CommandFailure e) {
            LOG.warn("{} was read again and is refused: {}", file, e.getMessage());
            throw new OperationRoutes.ControlException(String.valueOf(e.getMessage()));
        }
        LOG.info("{} was read again, and counts", file);
        console.err().println("daybook: " + file + ": limits, members and hosts count from now on");
    }

    /** What admins want over HTTP is what signals say. */
    private OperationRoutes.Control control(
            final DaybookServer server, final VenueSignals signals, final VenueLog log) {
        return new OperationRoutes.Control() {
            @Override
            public void reload() throws OperationRoutes.ControlException {
                read(server, log);
            }

            @Override
            public void stop() {
                signals.say(VenueSignals.Wish.STOP);
            }
        };
    }

    private void tell(
            final VenueFile<ServerSettings> config, final DaybookServer server, final Exchange exchange, final int port)
            throws CommandFailure {
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
        recovery.notes().forEach(note -> {
            console.err().println("daybook: note: " + note);
            LOG.warn(note);
        });
        final HttpSettings http = config.own().http();
        final String url = (http.tls() == null ? "http" : "https") + "://"
                + (http.address().getAddress().length == 4
                        ? http.address().getHostAddress()
                        : "[" + http.address().getHostAddress() + "]")
                + ":" + port;
        LOG.atInfo()
                .addKeyValue("seq", recovery.lastSeq())
                .addKeyValue("version", new Daybook.Version().getVersion()[0])
                .log("listening on {}, for the exchange in {}", url, config.data());
        if (server.isFirstStart()) {
            console.err().println("daybook: the first admin's token is in " + server.adminToken());
            if (Console.tellsPerson()) {
                console.err().println("daybook: " + url + "/#token=" + token(server));
            }
        }
        final Report out = console.report();
        if (server.tcpPort() != 0) {
            out.println("programs on port " + server.tcpPort());
        }
        server.doors().forEach(out::println);
        out.println("listening on " + url + ": "
                + GatewayCheckCommand.counted(config.listings().size(), "listing"));
        if (demo != null) {
            DemoRun.tell(out, url);
        }
        out.send();
    }

    private static String token(final DaybookServer server) {
        try {
            return Files.readString(server.adminToken()).trim();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DaybookServer opened(final VenueFile<ServerSettings> config) throws CommandFailure {
        try {
            return demo == null ? DaybookServer.open(config) : DemoRun.open(config, demo);
        } catch (final StartException e) {
            throw failure(e);
        }
    }

    private static int listening(final DaybookServer server) throws CommandFailure {
        try {
            return server.listen();
        } catch (final StartException e) {
            throw failure(e);
        }
    }

    /** Out of a supplier, which throws nothing that is checked. */
    private static Exchange started(final DaybookServer server) {
        try {
            return server.start();
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
