package io.daybook.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** Which doors follow the exchange of a folder, whether or not they are open now. */
public final class DoorFollowers {
    private static final String FOLDER = "followers";

    private DoorFollowers() {}

    /**
     * Whether a door's follower belongs to a folder. One that is not attached hears of its sessions' orders when it is
     * back, so they may live meanwhile.
     *
     * @param data the exchange's folder
     * @param name of the follower
     */
    public static boolean has(final Path data, final String name) {
        return Files.exists(data.resolve(FOLDER).resolve(name));
    }
}
