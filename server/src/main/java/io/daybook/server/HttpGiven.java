package io.daybook.server;

import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.http.HttpHook;
import io.daybook.server.identity.PasswordCost;
import io.daybook.server.orders.ClientIds;
import java.security.SecureRandom;

/**
 * The parts of an HTTP door that do not come from the venue's file.
 *
 * @param time the time of the venue, with the clock of the machine
 * @param waits the clocks of timeouts
 * @param passwords the cost of a password check
 * @param random draws keys and their secrets
 * @param clientIds makes the client ids of orders that come without one
 * @param hook the hook around routes and in connections
 */
public record HttpGiven(
        VenueTime time, Waits waits, PasswordCost passwords, SecureRandom random, ClientIds clientIds, HttpHook hook) {

    /**
     * The clocks of timeouts.
     *
     * @param cookies the clock for the cookies of browsers
     * @param listenKeys the clock for the listen keys of the spot dialect
     * @param rateLimits the clock for the limits of keys and addresses
     */
    public record Waits(Clock cookies, Clock listenKeys, Clock rateLimits) {}

    /** The parts of an ordinary venue, with a clock. */
    public static HttpGiven of(final Clock clock) {
        return of(clock, PasswordCost.STANDARD);
    }

    /** The parts of an ordinary venue, with another cost of passwords. */
    public static HttpGiven of(final Clock clock, final PasswordCost passwords) {
        return new HttpGiven(
                VenueTime.of(clock),
                new Waits(clock, clock, clock),
                passwords,
                new SecureRandom(),
                ClientIds.USUAL,
                HttpHook.NONE);
    }
}
