package io.daybook.venue;

import io.daybook.gateway.fix.FixHook;
import io.daybook.gateway.tcp.TcpHook;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.HttpGiven;

/**
 * The parts of a venue that do not come from its file: the clocks, the randomness, and hooks of connections.
 *
 * @param http the parts of the HTTP door, with the clocks of all doors
 * @param tcp the hook in connections of the TCP door
 * @param fix the hook in connections of the FIX door
 */
public record VenueGiven(HttpGiven http, TcpHook tcp, FixHook fix) {
    /** Returns the parts of an ordinary venue. */
    public static VenueGiven of(final HttpGiven http) {
        return new VenueGiven(http, TcpHook.NONE, FixHook.NONE);
    }

    /** Returns the parts of an ordinary venue, with a clock. */
    public static VenueGiven of(final Clock clock) {
        return of(HttpGiven.of(clock));
    }

    VenueTime time() {
        return http.time();
    }

    Clock clock() {
        return http.time().machine();
    }
}
