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
 * @param process whether the venue has a process of its own, which a fault may kill
 */
public record TestVenueSettings(
        @Nullable Path listings,
        long seed,
        boolean isManual,
        @Nullable Path folder,
        boolean inMemory,
        @Nullable String token,
        OwnProcess process) {

    /** Whose process it is. */
    public enum OwnProcess {
        /** The caller's, which no fault may kill. */
        NO,
        /** Its own, for the first time on its folder. */
        FIRST,
        /** Its own, on the folder of a process that was killed. */
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
