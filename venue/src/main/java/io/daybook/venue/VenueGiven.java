package io.daybook.venue;

import io.daybook.gateway.fix.FixHook;
import io.daybook.gateway.tcp.TcpHook;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.HttpGiven;

/**
 * What an assembly gives a venue besides its file: both times, randomness, and what stands in connections.
 *
 * @param http for the HTTP door, with the time of all
 * @param tcp stands in connections of the TCP door
 * @param fix stands in connections of the FIX door
 */
public record VenueGiven(HttpGiven http, TcpHook tcp, FixHook fix) {
    /** What a venue that serves has. */
    public static VenueGiven of(final HttpGiven http) {
        return new VenueGiven(http, TcpHook.NONE, FixHook.NONE);
    }

    /** What a venue that serves has, on a clock. */
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
