package io.daybook.server;

import io.daybook.api.Listing;
import io.daybook.config.ConfigException;
import io.daybook.server.config.ListingFile;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the files in a server's own folder that a start needs, for the start itself and for checks before it. */
public final class ServerFolder {
    private ServerFolder() {}

    /**
     * Returns the listings of the configuration and those that were made while the server ran.
     *
     * @throws StartException if the file cannot be read or contradicts the configuration
     */
    public static List<Listing> listings(final Path folder, final List<Listing> configured) throws StartException {
        try {
            return new ListingFile(folder).with(configured);
        } catch (ConfigException | IllegalArgumentException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new StartException(true, folder.resolve(ListingFile.NAME) + " cannot be read: " + e.getMessage());
        }
    }

    /**
     * The time of the last write in a folder, ms since the epoch: all acts of earlier processes were before it. Parts
     * of the folder may be links to other disks.
     *
     * @return a time in the far future if the folder cannot be read
     */
    static long lastWrittenMs(final Path data) {
        try (Stream<Path> files = Files.walk(data, FileVisitOption.FOLLOW_LINKS)) {
            return files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Reads the listings and the keys as a start does, and changes nothing.
     *
     * @return the number of listings that were made while the server ran
     * @throws StartException if a start would fail
     */
    public static int check(final Path folder, final List<Listing> configured) throws StartException {
        final int made = listings(folder, configured).size() - configured.size();
        if (Files.exists(folder.resolve(KeyStore.FILE))) {
            try {
                KeyStore.check(folder);
            } catch (IdentityException e) {
                throw new StartException(true, String.valueOf(e.getMessage()));
            }
        }
        return made;
    }
}
