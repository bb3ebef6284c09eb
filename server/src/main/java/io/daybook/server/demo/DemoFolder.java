package io.daybook.server.demo;

import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLockedException;
import io.daybook.server.config.HttpSettings;
import io.daybook.server.config.Offer;
import io.daybook.server.config.ServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a demonstration. It has a mark, and folders without the mark are never written to or deleted. Used by
 * one thread.
 */
public final class DemoFolder {
    /** The default folder, in the working directory. */
    public static final Path USUAL = Path.of("daybook-demo");

    private static final String CONFIG = "daybook.toml";
    private static final String MARK = "# A demonstration of daybook serve:";
    private static final String DATA = "data";
    private static final String LOCK = "LOCK";

    private DemoFolder() {}

    /**
     * Makes the folder, or finds it.
     *
     * @param isFresh whether an earlier demonstration is deleted
     * @return the {@code daybook.toml} of the folder
     * @throws DemoException if another folder is there, or a process uses it
     * @throws IOException if the folder cannot be read or written
     */
    public static Path prepare(final Path folder, final boolean isFresh) throws DemoException, IOException {
        final Path config = folder.resolve(CONFIG);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            requireDemo(folder, config);
            if (isFresh) {
                requireUnlocked(folder);
                delete(folder);
            }
        }
        if (!Files.exists(config)) {
            Files.createDirectories(folder);
            try (InputStream content = DemoFolder.class.getResourceAsStream(CONFIG)) {
                Files.copy(Objects.requireNonNull(content, CONFIG), config);
            }
        }
        return config;
    }

    /**
     * Refuses a configuration with a door that other machines could reach, because the keys are in files that are not
     * protected, and the money is not real. Also refuses a configuration without a part that the demonstration needs.
     *
     * @throws DemoException with the setting that is refused
     */
    public static void requirePrivate(final VenueFile<ServerSettings> config) throws DemoException {
        final HttpSettings http = config.own().http();
        if (!http.address().isLoopbackAddress()) {
            throw new DemoException("a demonstration is for this machine only: http.bind="
                    + http.address().getHostAddress() + ". Leave it at 127.0.0.1, or run daybook serve without --demo");
        }
        if (http.behindProxy()) {
            throw new DemoException("a demonstration is for this machine only, and a proxy would show it to others:"
                    + " http.behindProxy=true. Leave it out, or run daybook serve without --demo");
        }
        requireServed(http.offer().orders(), Offer.ORDERS, "its bots trade over HTTP");
        requireServed(http.offer().history(), Offer.HISTORY, "it continues from the last candles");
        if (config.tcp() != null && !config.tcp().address().isLoopbackAddress()) {
            throw new DemoException("a demonstration is for this machine only: tcp.bind="
                    + config.tcp().address().getHostAddress()
                    + ". Leave it at 127.0.0.1, or run daybook serve without --demo");
        }
        if (config.fix() != null && !config.fix().address().isLoopbackAddress()) {
            throw new DemoException("a demonstration is for this machine only: fix.bind="
                    + config.fix().address().getHostAddress()
                    + ". Leave it at 127.0.0.1, or run daybook serve without --demo");
        }
        final FeedDoor feed = config.feed();
        if (feed != null) {
            requirePrivate("feed.lineA.address", feed.lineA());
            requirePrivate("feed.lineB.address", feed.lineB());
            requirePrivate("feed.snapshots.address", feed.snapshots());
            final FeedDoor.Requests requests = feed.requests();
            requirePrivate("feed.requests.bind", requests == null ? null : new FeedDoor.Line(requests.address(), null));
        }
    }

    private static void requireServed(final boolean isServed, final String key, final String why) throws DemoException {
        if (!isServed) {
            throw new DemoException("a demonstration needs " + key + " = true: " + why
                    + ". Leave it out, or run daybook serve without --demo");
        }
    }

    private static void requirePrivate(final String key, final FeedDoor.@Nullable Line line) throws DemoException {
        if (line != null && !line.target().getAddress().isLoopbackAddress()) {
            throw new DemoException("a demonstration is for this machine only: " + key + "="
                    + line.target().getAddress().getHostAddress()
                    + ". Name 127.0.0.1, or run daybook serve without --demo");
        }
    }

    private static void requireDemo(final Path folder, final Path config) throws DemoException, IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new DemoException(
                    folder + " is not a folder. Move it away, or start the demonstration in another folder");
        }
        boolean isDemo = false;
        if (Files.isRegularFile(config)) {
            try (BufferedReader lines = Files.newBufferedReader(config)) {
                final String first = lines.readLine();
                isDemo = first != null && first.startsWith(MARK);
            }
        }
        if (!isDemo) {
            throw new DemoException(folder + " is not the folder of a demonstration, and is left as it is: the first"
                    + " line of its " + CONFIG + " does not say so. Move it away, or start the demonstration in another"
                    + " folder");
        }
    }

    private static void requireUnlocked(final Path folder) throws DemoException, IOException {
        final Path lock = folder.resolve(DATA).resolve(LOCK);
        if (Files.exists(lock)) {
            try {
                new FileJournalStorage()
                        .lock(lock, "daybook serve --demo --fresh")
                        .close();
            } catch (StorageLockedException e) {
                throw new DemoException(folder + " is not deleted, because a process uses it: " + e.getMessage()
                        + ". End that process first");
            }
        }
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
