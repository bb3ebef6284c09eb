package io.daybook.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the doors that follow the exchange of a folder, open or not. */
public final class DoorFollowers {
    private static final String FOLDER = "followers";

    private DoorFollowers() {}

    /**
     * Returns whether a door's follower belongs to a folder. A follower that is not attached gets the results of its
     * sessions' orders once it is attached again, so the orders may live until then.
     *
     * @param data the exchange's folder
     * @param name the follower's name
     */
    public static boolean has(final Path data, final String name) {
        return Files.exists(data.resolve(FOLDER).resolve(name));
    }
}
