package io.daybook.server;

import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.http.HttpHook;
import io.daybook.server.identity.PasswordCost;
import io.daybook.server.orders.ClientIds;
import java.security.SecureRandom;

/**
 * The parts that an assembly gives an HTTP door besides its file.
 *
 * @param time of the venue, with the clock of the machine
 * @param waits clocks of what ends by waiting
 * @param passwords what a check of one takes
 * @param random draws keys and their secrets
 * @param clientIds names orders whose senders do not
 * @param hook the hook around routes and in connections
 */
public record HttpGiven(
        VenueTime time, Waits waits, PasswordCost passwords, SecureRandom random, ClientIds clientIds, HttpHook hook) {

    /**
     * Clocks of what ends by waiting.
     *
     * @param cookies of browsers
     * @param listenKeys of the spot dialect
     * @param rateLimits of keys and addresses
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
