package io.daybook.testvenue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a test venue.
 *
 * @param listings a {@code daybook.toml} of the test; null for the usual listings
 * @param seed the seed of keys and draws
 * @param isManual whether the time of the venue moves only on command
 * @param folder the folder of its files; null for a folder that is deleted at the end
 * @param inMemory whether the folder is in memory, if the system has a place for that
 * @param token the token of the control door; null for a random one
 * @param process whether the venue has a separate process, which a fault may kill
 * @param reach the addresses at which clients reach the venue
 */
public record TestVenueSettings(
        @Nullable Path listings,
        long seed,
        boolean isManual,
        @Nullable Path folder,
        boolean inMemory,
        @Nullable String token,
        OwnProcess process,
        Reach reach) {

    /**
     * If other machines reach the venue, all keys depend on the token: a token that can be guessed would give them
     * away.
     */
    private static final int LEAST_TOKEN = 16;

    /** Requires a token if other machines reach the venue. */
    public TestVenueSettings {
        token = token == null || token.isBlank() ? null : token;
        if (!reach.address.isLoopbackAddress() && (token == null || token.length() < LEAST_TOKEN)) {
            throw new IllegalArgumentException("other machines can reach " + reach.address.getHostAddress()
                    + ", so the control door needs a token that you choose, with at least " + LEAST_TOKEN
                    + " characters: set DAYBOOK_TEST_TOKEN, or listen on 127.0.0.1");
        }
    }

    /**
     * The text on which keys depend besides the seed: the token if other machines reach the venue, because the usual
     * seed is known to all.
     */
    String secretOfKeys() {
        return reach.address.isLoopbackAddress() ? "" : Objects.requireNonNull(token);
    }

    /** The process of the venue. */
    public enum OwnProcess {
        /** The caller's process, which no fault may kill. */
        NO,
        /** A separate process, the first on its folder. */
        FIRST,
        /** A separate process, on the folder of a process that was killed. */
        AGAIN
    }

    /**
     * The address at which clients reach a venue. Its doors have no TLS, so the caller must give a token if other
     * machines reach the address.
     *
     * @param address the address to listen on
     * @param port the port of HTTP; TCP, FIX and the control door have the next three. 0 for free ports
     * @param host the name of this machine in the first line, which requests may have in their Host header
     */
    public record Reach(InetAddress address, int port, String host) {
        private static final int MOST_PORT = 65_532;

        /** Free ports of this machine. */
        public static final Reach LOCAL = new Reach(InetAddress.getLoopbackAddress(), 0, "127.0.0.1");

        /**
         * Reads where to listen.
         *
         * @param listen {@code address:port}, or a port of this machine
         * @param host the name of this machine; null for the address itself, or loopback if it is the wildcard
         * @throws IllegalArgumentException for another text
         */
        public static Reach of(final String listen, final @Nullable String host) {
            final int colon = listen.lastIndexOf(':');
            try {
                final InetAddress address = InetAddress.getByName(listen.substring(0, Math.max(0, colon)));
                final int port = Integer.parseInt(listen.substring(colon + 1));
                if (port >= 0 && port <= MOST_PORT) {
                    final String own = address.isAnyLocalAddress() ? LOCAL.host : numerals(address);
                    return new Reach(address, port, host == null ? own : host);
                }
            } catch (UnknownHostException | NumberFormatException e) {
                // reported below
            }
            throw new IllegalArgumentException("--listen must be an address of this machine and a port of at most "
                    + MOST_PORT + ", such as 0.0.0.0:8440: " + listen);
        }

        private static String numerals(final InetAddress address) {
            final String text = address.getHostAddress();
            return text.contains(":") ? "[" + text + "]" : text;
        }

        /** The text that {@link #of} reads. */
        public String listen() {
            return numerals(address) + ":" + port;
        }

        /** The name by which this process reaches the venue. */
        String own() {
            return address.isAnyLocalAddress() ? LOCAL.host : numerals(address);
        }

        /** The names that requests may have in their Host header. */
        List<String> hosts() {
            return Stream.of(host, own()).distinct().toList();
        }

        /** The port of the n-th door, from HTTP as 0; 0 for a free port. */
        int port(final int number) {
            return port == 0 ? 0 : port + number;
        }
    }

    /** The usual listings, in memory, by the clock of the machine. */
    public static TestVenueSettings ofSeed(final long seed) {
        return new TestVenueSettings(null, seed, false, null, true, null, OwnProcess.NO, Reach.LOCAL);
    }

    /** These settings with a time that moves only on command. */
    public TestVenueSettings manual() {
        return new TestVenueSettings(listings, seed, true, folder, inMemory, token, process, reach);
    }

    /** The settings of a further venue, on free ports. */
    TestVenueSettings ofWorld(final String sameToken) {
        return new TestVenueSettings(
                listings,
                seed,
                isManual,
                null,
                inMemory,
                sameToken,
                OwnProcess.NO,
                new Reach(reach.address, 0, reach.host));
    }
}
