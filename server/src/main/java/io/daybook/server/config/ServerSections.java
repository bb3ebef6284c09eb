package io.daybook.server.config;

import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Inputs;
import io.daybook.config.Section;
import io.daybook.gateway.config.DoorSection;
import io.daybook.gateway.config.GatewayConfigReader;
import io.daybook.gateway.config.VenueFile;
import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.event.Level;

/**
 * Reads {@code daybook.toml} for a server: the sections of a gateway, and {@code [http]}, {@code [limits]},
 * {@code [log]}.
 */
public final class ServerSections {
    private static final Pattern ORIGIN =
            Pattern.compile("https?://[a-z0-9.\\-]+(:\\d{1,5})?|https?://\\[[0-9a-f:]+](:\\d{1,5})?");
    private static final int PORT = 8_440;
    private static final int MAX_PORT = 65_535;
    private static final int MAX_PER_SECOND = 1_000_000;

    private ServerSections() {}

    /**
     * Reads a file.
     *
     * @param inputs the overrides of the file
     * @throws ConfigException with all its faults
     * @throws IOException if it cannot be read
     */
    public static VenueFile<ServerSettings> read(final Path file, final Inputs inputs)
            throws ConfigException, IOException {
        return GatewayConfigReader.read(file, ConfigFile.bytes(file), inputs, ServerSections::settings);
    }

    private static ServerSettings settings(final Section file, final Path folder, final Path data) {
        final Section http = file.sectionOrEmpty("http");
        final boolean isServed = http.flag("enabled", true);
        if (!isServed && !file.takes("tcp") && !file.takes("fix")) {
            http.fault(
                    "enabled",
                    "is false, and the file has neither [tcp] nor [fix]: no command could reach the venue. Add a"
                            + " section, or set true.");
        }
        final InetAddress address = DoorSection.address(http);
        final int port = http.whole("port", PORT, 0, MAX_PORT);
        final List<String> hosts = http.words("hosts");
        final List<String> corsOrigins = corsOrigins(http);
        final Section tls = http.section("tls") == null ? file.section("tls") : http.section("tls");
        final TlsSettings tlsFiles = DoorSection.tls(folder, tls);
        final boolean behindProxy = http.flag("behindProxy", false);
        final List<AddressRange> proxies = proxies(http);
        final boolean publicData = http.flag("publicData", true);
        final Offer offer = new Offer(http.flag("orders", true), http.flag("history", true));
        final int orderTimeoutMs = http.whole("orderTimeoutMs", 5_000, 1, 60_000);
        final int connections = http.whole("connections", 10_000, 1, 1_000_000);
        final int perAddress = http.whole("connectionsPerAddress", 200, 1, 1_000_000);
        final Path masterKeyFile = http.optionalPath("masterKeyFile", folder);
        if (isServed && !address.isLoopbackAddress() && tlsFiles == null && !behindProxy) {
            http.fault(
                    "bind",
                    "\"" + address.getHostAddress()
                            + "\" needs TLS. Set http.tls.certificate and http.tls.key, or http.behindProxy.");
        }
        http.finish();
        final Section limits = file.sectionOrEmpty("limits");
        final int requests = limits.whole("requestsPerSecond", 50, 1, MAX_PER_SECOND);
        final int orders = limits.whole("ordersPerSecond", 100, 1, MAX_PER_SECOND);
        limits.finish();
        return new ServerSettings(
                isServed,
                new HttpSettings(
                        address,
                        port,
                        hosts,
                        corsOrigins,
                        tlsFiles,
                        behindProxy,
                        proxies,
                        publicData,
                        offer,
                        orderTimeoutMs,
                        connections,
                        perAddress),
                log(file.sectionOrEmpty("log"), folder),
                data.resolve("server"),
                masterKeyFile,
                requests,
                orders);
    }

    private static LogSettings log(final Section log, final Path folder) {
        final Level level = log.choice("level", Level.INFO, Level.values());
        final LogFormat format = log.choice("format", LogFormat.AUTO, LogFormat.values());
        final Path file = log.optionalPath("file", folder);
        if (file != null && Files.isDirectory(file)) {
            log.fault("file", "\"" + file + "\" is a folder. Name a file in it.");
        } else if (file != null && file.toString().contains("%")) {
            log.fault("file", "\"" + file + "\" has a %, which is reserved for the numbers of older files.");
        }
        final int fileMiB = log.whole("fileMiB", 64, 1, 4_096);
        final int files = log.whole("files", 8, 1, 20);
        log.finish();
        return new LogSettings(level, format, file, fileMiB, files);
    }

    private static List<String> corsOrigins(final Section http) {
        final List<String> origins = http.words("corsOrigins");
        for (final String origin : origins) {
            if (!ORIGIN.matcher(origin).matches()) {
                http.fault(
                        "corsOrigins",
                        "\"" + origin + "\" is not an origin. Write scheme, host and port in lower case, without a"
                                + " path, as \"https://app.example\". List each origin: \"*\" would let every"
                                + " page send requests.");
            }
        }
        return origins;
    }

    /** The trusted proxies; without a list those of this machine. */
    private static List<AddressRange> proxies(final Section http) {
        return http.takes("proxies") ? http.parsedList("proxies", AddressRange::parse) : AddressRange.LOOPBACK;
    }
}
