package io.daybook.server.http;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of this server. Requests with another name in Host are refused, because a page may make a name resolve to
 * this address (DNS rebinding). Changes from pages of other origins are refused, too.
 */
final class Hosts {
    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    private final CrossOrigin crossOrigin;

    /**
     * Accepts these names and those of this machine.
     *
     * @param crossOrigin the other origins whose pages may send changes
     */
    Hosts(final List<String> others, final CrossOrigin crossOrigin) {
        this.crossOrigin = crossOrigin;
        others.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    }

    /** Refuses requests with another host, and changes with another origin. */
    void require(final RawRequest raw, final boolean isChange) {
        final String host = raw.header("host");
        if (host == null || !names.contains(nameOf(host))) {
            throw Problem.of(ProblemCode.MISDIRECTED, "the Host header must be one of http.hosts, or localhost");
        }
        final String origin = raw.header("origin");
        if (isChange && origin != null && !isOwn(origin, host) && !crossOrigin.allows(origin)) {
            throw Problem.of(
                    ProblemCode.FORBIDDEN,
                    "pages of another origin may not change anything, unless http.corsOrigins names it");
        }
    }

    private static boolean isOwn(final String origin, final @Nullable String host) {
        final int scheme = origin.indexOf("://");
        return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(String.valueOf(host));
    }

    private static String nameOf(final String host) {
        final int bracket = host.lastIndexOf(']');
        final int colon = host.lastIndexOf(':');
        return (colon > bracket ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
