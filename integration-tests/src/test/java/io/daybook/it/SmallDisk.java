package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own, mounted over a folder, that can be filled to its last byte. Needs the right to mount. */
final class SmallDisk {
    private static final int MIB = 64;
    private static final int PIECE = 4_096;

    private final Path folder;
    private boolean isMounted;

    SmallDisk(final Path folder) {
        this.folder = folder;
    }

    void mount() throws IOException, InterruptedException {
        final Process mount = new ProcessBuilder(
                        "mount", "-t", "tmpfs", "-o", "size=" + MIB + "m", "tmpfs", folder.toString())
                .redirectErrorStream(true)
                .start();
        isMounted = mount.waitFor() == 0;
        assumeTrue(isMounted, "a tmpfs cannot be mounted here: a venue on a full disk was not tested");
    }

    boolean isMounted() {
        return isMounted;
    }

    void unmount() throws IOException, InterruptedException {
        if (isMounted) {
            assertEquals(
                    0, new ProcessBuilder("umount", folder.toString()).start().waitFor());
        }
    }

    /** Fills the file system with one file, which the caller deletes. */
    Path fill() throws IOException {
        final Path filler = folder.resolve("filler");
        final byte[] piece = new byte[PIECE];
        boolean hasRoom = true;
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (hasRoom) {
                hasRoom = isWritten(out, piece);
            }
        }
        return filler;
    }

    private static boolean isWritten(final OutputStream out, final byte[] piece) {
        try {
            out.write(piece);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
