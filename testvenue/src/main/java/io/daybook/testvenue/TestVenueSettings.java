package io.daybook.testvenue;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a test venue is started with.
 *
 * @param listings a {@code daybook.toml} of the test's own; null for the usual listings
 * @param seed of keys and draws
 * @param isManual whether the time of the venue moves only on command
 * @param folder where its files lie; null for a folder that is deleted at the end
 * @param inMemory whether that folder lies in memory, if the system has such a place
 * @param token of the control door; null for a random one
 */
public record TestVenueSettings(
        @Nullable Path listings,
        long seed,
        boolean isManual,
        @Nullable Path folder,
        boolean inMemory,
        @Nullable String token) {

    /** The usual listings, in memory, by the clock of the machine. */
    public static TestVenueSettings ofSeed(final long seed) {
        return new TestVenueSettings(null, seed, false, null, true, null);
    }

    /** The same by a time that moves only on command. */
    public TestVenueSettings manual() {
        return new TestVenueSettings(listings, seed, true, folder, inMemory, token);
    }
}
