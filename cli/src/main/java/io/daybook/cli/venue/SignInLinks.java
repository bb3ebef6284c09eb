package io.daybook.cli.venue;

import io.daybook.cli.console.Report;
import io.daybook.server.HttpDoor;
import io.daybook.server.config.HttpSettings;
import io.daybook.server.demo.DemoFolder;
import io.daybook.server.demo.DemoMarket;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Links that sign a browser in once, within five minutes, for keys whose tokens are in files of the venue. The code is
 * in the fragment, which browsers send to no server, so that it gets into no log. A link contains no token.
 */
final class SignInLinks {
    private static final String SCHEME = "Bearer ";

    private SignInLinks() {}

    /** Prints the links of the trader and the admin of a demonstration. */
    static void tellDemo(final Report out, final HttpDoor door, final String url) {
        final Map<String, Path> files = new LinkedHashMap<>();
        files.put("trader", DemoFolder.USUAL.resolve(DemoMarket.TRADER_HEADER));
        files.put("admin", DemoFolder.USUAL.resolve(DemoMarket.ADMIN_HEADER));
        tell(out, door, url, files);
    }

    /** Prints the link of the first admin, while its key is valid. */
    static void tellAdmin(final Report out, final HttpDoor door, final HttpSettings settings, final int port) {
        final String url = url(settings, port);
        if (url != null) {
            tell(out, door, url, Map.of("admin", door.adminToken()));
        }
    }

    private static void tell(final Report out, final HttpDoor door, final String url, final Map<String, Path> files) {
        final Map<String, String> codes = new LinkedHashMap<>();
        files.forEach((who, file) -> token(file).flatMap(door::signInCode).ifPresent(code -> codes.put(who, code)));
        if (!codes.isEmpty()) {
            out.println("the console; each link signs in once, within five minutes:");
            codes.forEach((who, code) -> out.println(String.format("  %-9s %s/#code=%s", who, url, code)));
        }
    }

    private static Optional<String> token(final Path file) {
        try {
            final String text = Files.readString(file).strip();
            return Optional.of(text.substring(text.indexOf(SCHEME) < 0 ? 0 : text.indexOf(SCHEME) + SCHEME.length()));
        } catch (final IOException e) {
            return Optional.empty(); // the file is deleted, as it should be once there are other keys
        }
    }

    /**
     * Returns the URL with a name to which the door answers; null if the door listens only at an address, and
     * {@code hosts} has no name.
     */
    static @Nullable String url(final HttpSettings settings, final int port) {
        if (settings.behindProxy() && !settings.hosts().isEmpty()) {
            return "https://" + settings.hosts().get(0);
        }
        final String host = host(settings);
        return host == null ? null : (settings.tls() == null ? "http" : "https") + "://" + host + ":" + port;
    }

    private static @Nullable String host(final HttpSettings settings) {
        final InetAddress address = settings.address();
        if (!settings.hosts().isEmpty() && !address.isLoopbackAddress()) {
            return settings.hosts().get(0);
        }
        if (!address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
            return null;
        }
        return address.getAddress().length == 4 ? "127.0.0.1" : "[::1]";
    }
}
