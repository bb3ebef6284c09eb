package io.daybook.testvenue;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a test venue.
 *
 * @param listings a {@code daybook.toml} of the test; null for the usual listings
 * @param seed of keys and draws
 * @param isManual whether the time of the venue moves only on command
 * @param folder the folder of its files; null for a folder that is deleted at the end
 * @param inMemory whether that folder is in memory, if the system has such a place
 * @param token of the control door; null for a random one
 * @param process whether the venue has a separate process, which a fault may kill
 */
public record TestVenueSettings(
        @Nullable Path listings,
        long seed,
        boolean isManual,
        @Nullable Path folder,
        boolean inMemory,
        @Nullable String token,
        OwnProcess process) {

    /** The process of the venue. */
    public enum OwnProcess {
        /** The caller's process, which no fault may kill. */
        NO,
        /** A separate process, the first on its folder. */
        FIRST,
        /** A separate process, on the folder of one that was killed. */
        AGAIN
    }

    /** The usual listings, in memory, by the clock of the machine. */
    public static TestVenueSettings ofSeed(final long seed) {
        return new TestVenueSettings(null, seed, false, null, true, null, OwnProcess.NO);
    }

    /** These settings with a time that moves only on command. */
    public TestVenueSettings manual() {
        return new TestVenueSettings(listings, seed, true, folder, inMemory, token, process);
    }
}
