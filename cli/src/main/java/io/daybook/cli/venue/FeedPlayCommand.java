package io.daybook.cli.venue;

import io.daybook.cli.config.ConfigFiles;
import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.ProgressLine;
import io.daybook.cli.console.ProgressOptions;
import io.daybook.config.ConfigException;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogException;
import io.daybook.feed.wire.FeedPlayer;
import io.daybook.feed.wire.LineSettings;
import io.daybook.feed.wire.WireSettings;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.venue.FeedEntrance;
import io.daybook.wire.feed.FeedSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code daybook feed play}: sends a recorded feed again. */
@Command(
        name = "play",
        description = {
            "Sends the messages of a feed again, as its exchange did: the same packets, in the rhythm of its commands"
                    + " or faster, with heartbeats, snapshots and answers to requests. Used for tests of subscribers,"
                    + " and for days that 'import itch --feed' has read.",
            "The log must begin with message 1, and is only read. The session names are those of the log, so do not"
                    + " play into the groups of the exchange itself. After the last message the command continues for a"
                    + " while, so that subscribers can request lost messages."
        },
        footer = {
            "Examples:",
            "  To a process on this machine, sixty times faster:",
            "    daybook feed play ./feed --to 127.0.0.1:15000 --requests 127.0.0.1:18000 --speed 60",
            "  On the lines, ports and interfaces of the [feed] in a daybook.toml:",
            "    daybook feed play ./exchange --config daybook.toml",
            "",
            "Exit status: 0; 2 for wrong usage; 3 if the log is damaged, or an address cannot be used."
        })
public final class FeedPlayCommand implements Callable<Integer> {
    private static final String FEED = "FEED";
    private static final String FASTEST = "max";
    private static final int MAX_PORT = 65_535;
    private static final double MAX_SPEED = 1e9;
    private static final String ADDRESS = "HOST:PORT";

    private final Console console;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "DIR",
            description = "The folder of a feed, which has the file FEED, or the folder of its exchange.")
    private Path folder = Path.of("");

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Option(
            names = "--speed",
            paramLabel = "N",
            converter = SpeedConverter.class,
            description = "A multiple of the exchange's speed; max is as fast as possible. Default: 1.")
    private double speed = 1;

    @Option(
            names = "--stay",
            paramLabel = "SECONDS",
            description = "The time after the last message in which heartbeats, snapshots and answers are still sent."
                    + " Default: a second, plus a cycle of snapshots if there are any.")
    private @Nullable Integer stay;

    @Mixin
    private ProgressOptions progress = new ProgressOptions();

    /** The destination, given by a configuration or by options. */
    static final class Target {
        @Option(
                names = "--config",
                paramLabel = "FILE",
                required = true,
                description = "A daybook.toml whose section [feed] has the destinations of packets.")
        private @Nullable Path config;

        @ArgGroup(exclusive = false)
        private @Nullable Addresses addresses;
    }

    /** The destination, given by options. */
    static final class Addresses {
        @Option(
                names = "--to",
                paramLabel = ADDRESS,
                required = true,
                converter = AddressConverter.class,
                description = "The destination of packets: a machine, or a multicast group. Channel c has a port that"
                        + " is higher by c.")
        private @Nullable InetSocketAddress to;

        @Option(
                names = "--interface",
                paramLabel = "NAME",
                description = "The network interface on which packets to groups leave.")
        private @Nullable String network;

        @Option(
                names = "--snapshots",
                paramLabel = ADDRESS,
                converter = AddressConverter.class,
                description = "The destination of snapshots.")
        private @Nullable InetSocketAddress snapshots;

        @Option(
                names = "--cycle-ms",
                paramLabel = "MS",
                description = "The time in milliseconds in which each symbol's snapshot is sent once. Default: 10,000.")
        private int cycleMs = FeedSettings.CYCLE_MS;

        @Option(
                names = "--requests",
                paramLabel = ADDRESS,
                converter = AddressConverter.class,
                description = "The address for requests of lost messages. If it is a loopback address, only this"
                        + " machine gets answers, otherwise the whole network.")
        private @Nullable InetSocketAddress requests;
    }

    public FeedPlayCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final Path feed = Files.exists(folder.resolve(FEED)) ? folder : folder.resolve("feed");
        if (!Files.exists(feed.resolve(FEED))) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    folder + " has no feed: neither it nor its folder feed has the file " + FEED
                            + ". 'daybook serve' with a section [feed] keeps one, and 'daybook import itch FILE"
                            + " --feed DIR' makes one.");
        }
        try {
            final FeedLog log = FeedLog.openReadOnly(new FileJournalStorage(), feed);
            try (log) {
                return play(log, settings(log));
            }
        } catch (final ConfigException e) {
            return ConfigFiles.refuse(e, console);
        } catch (final FeedLogException e) {
            throw new CommandFailure(ExitCodes.FATAL, feed + ": " + e.getMessage());
        } catch (final IllegalArgumentException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw new CommandFailure(ExitCodes.FATAL, "the feed cannot be sent: " + CommandFailure.describe(e));
        }
    }

    private WireSettings settings(final FeedLog log) throws ConfigException, CommandFailure, IOException {
        final Path config = target.config;
        if (config == null) {
            return settings(log, addresses());
        }
        final FeedDoor door =
                ServerFiles.read(config, ServerFiles.inputs(List.of())).feed();
        if (door == null || door.lineA() == null) {
            throw new CommandFailure(ExitCodes.USAGE, config + " has no [feed.lineA], so there is nowhere to send to");
        }
        return FeedEntrance.settings(door);
    }

    private Addresses addresses() {
        final Addresses addresses = target.addresses;
        if (addresses == null) {
            throw new ParameterException(
                    commandSpec().commandLine(), "--to or --config must give the destination of" + " packets");
        }
        return addresses;
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("a command without its specification");
        }
        return spec;
    }

    private static WireSettings settings(final FeedLog log, final Addresses addresses) throws IOException {
        final InetSocketAddress requests = addresses.requests;
        return new WireSettings(
                0,
                0,
                log.channels(),
                FeedSettings.PACKET_BYTES,
                line(addresses.to, addresses),
                null,
                line(addresses.snapshots, addresses),
                addresses.cycleMs,
                requests,
                address ->
                        requests != null && (!requests.getAddress().isLoopbackAddress() || address.isLoopbackAddress()),
                FeedSettings.REQUESTS_PER_SECOND,
                FeedSettings.ALL_REQUESTS_PER_SECOND);
    }

    private static @Nullable LineSettings line(final @Nullable InetSocketAddress address, final Addresses addresses)
            throws IOException {
        if (address == null) {
            return null;
        }
        final String name = addresses.network;
        final NetworkInterface network = name == null ? null : NetworkInterface.getByName(name);
        if (name != null && network == null) {
            throw new IllegalArgumentException(
                    "--interface must name an interface of this machine:" + " --interface=" + name);
        }
        return new LineSettings(address, address.getAddress().isMulticastAddress() ? network : null);
    }

    private int play(final FeedLog log, final WireSettings settings) throws IOException {
        final Clock clock = Clock.system();
        try (FeedPlayer player = new FeedPlayer(log, settings, clock, speed);
                ProgressLine line = progress.line(console, false)) {
            final long beginNs = clock.nanoTime();
            while (player.step()) {
                line.show(() -> text(player));
            }
            final double seconds = (double) (clock.nanoTime() - beginNs) / TimeUnit.SECONDS.toNanos(1);
            line.done(() -> text(player));
            final long endNs = clock.nanoTime() + stayNs(settings);
            while (clock.nanoTime() - endNs < 0) {
                player.step();
            }
            console.err()
                    .println(String.format(
                            Locale.ROOT,
                            "%,d messages in %.1f s%n  packets    sent %,d, dropped %,d%n"
                                    + "  requests   answered %,d, refused %,d%n  snapshots  sent %,d",
                            player.played(),
                            seconds,
                            player.counters().packets(),
                            player.counters().dropped(),
                            player.counters().answered(),
                            player.counters().refused(),
                            player.counters().snapshots()));
        }
        return ExitCodes.OK;
    }

    private long stayNs(final WireSettings settings) {
        final Integer asked = stay;
        if (asked != null) {
            return TimeUnit.SECONDS.toNanos(Math.max(0, asked));
        }
        return TimeUnit.SECONDS.toNanos(1)
                + (settings.snapshots() == null ? 0 : TimeUnit.MILLISECONDS.toNanos(settings.cycleMs()));
    }

    private static String text(final FeedPlayer player) {
        return String.format(
                Locale.ROOT,
                "%,d of %,d messages, up to %s",
                player.played(),
                player.total(),
                Instant.ofEpochSecond(0, player.feedTimeNs()));
    }

    /** Converts an address of digits, or a name, with a port. */
    static final class AddressConverter implements ITypeConverter<InetSocketAddress> {
        @Override
        public InetSocketAddress convert(final String text) {
            final int colon = text.lastIndexOf(':');
            try {
                final int port = Integer.parseInt(text.substring(colon + 1));
                if (colon > 0 && port >= 1 && port <= MAX_PORT) {
                    return new InetSocketAddress(InetAddress.getByName(text.substring(0, colon)), port);
                }
            } catch (final NumberFormatException | IOException e) {
                throw refusal(text);
            }
            throw refusal(text);
        }

        private static TypeConversionException refusal(final String text) {
            return new TypeConversionException("'" + text + "'; expected an address and a port, as in 127.0.0.1:15000");
        }
    }

    /** Converts a factor. */
    static final class SpeedConverter implements ITypeConverter<Double> {
        @Override
        public Double convert(final String text) {
            if (FASTEST.equals(text)) {
                return Double.POSITIVE_INFINITY;
            }
            try {
                final double factor = Double.parseDouble(text);
                if (factor > 0 && factor <= MAX_SPEED) {
                    return factor;
                }
            } catch (final NumberFormatException e) {
                throw refusal(text);
            }
            throw refusal(text);
        }

        private static TypeConversionException refusal(final String text) {
            return new TypeConversionException("'" + text + "'; expected a number above 0, or max");
        }
    }
}
