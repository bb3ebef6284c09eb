package io.daybook.host.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the temporary folders of tests. With {@code -Ddaybook.folders=memory}, which the build sets for most modules,
 * the folders are in memory if the system has a file system in memory, so that hundreds of exchanges that start and end
 * do not wait for a disk; disks that fail or lose power are simulated anyway. Otherwise, and if there is little room,
 * the folders are in the system's temporary folder.
 */
public final class FoldersInMemory implements TempDirFactory {
    static final Path MEMORY = Path.of("/dev/shm");
    private static final Path MOUNTS = Path.of("/proc/mounts");
    private static final Path MEMORY_LEFT = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE_KIB = Pattern.compile("MemAvailable: +(\\d+) kB");
    private static final String PREFIX = "daybook-folder-";

    /**
     * The least free space of the file system in memory, and the least unused memory of the system, from which its
     * files take their space.
     */
    private static final long LEAST_BYTES = 4L << 30;

    static final boolean IS_WANTED = "memory".equals(System.getProperty("daybook.folders"));

    @Override
    public Path createTempDirectory(final AnnotatedElementContext element, final ExtensionContext context)
            throws IOException {
        return isFit() ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }

    private static boolean isFit() throws IOException {
        return IS_WANTED
                && Files.isWritable(MEMORY)
                && Files.getFileStore(MEMORY).getUsableSpace() >= LEAST_BYTES
                && availableBytes() >= LEAST_BYTES
                && isMountedForPrograms();
    }

    private static long availableBytes() throws IOException {
        if (!Files.isReadable(MEMORY_LEFT)) {
            return 0;
        }
        final Matcher found = AVAILABLE_KIB.matcher(Files.readString(MEMORY_LEFT));
        return found.find() ? Long.parseLong(found.group(1)) << 10 : 0;
    }

    /** Returns whether programs may be started from that file system: some tests start programs that they have made. */
    private static boolean isMountedForPrograms() throws IOException {
        if (!Files.isReadable(MOUNTS)) {
            return false;
        }
        try (Stream<String> mounts = Files.lines(MOUNTS)) {
            return mounts.anyMatch(mount -> mount.contains(" " + MEMORY + " ") && !mount.contains("noexec"));
        }
    }
}
