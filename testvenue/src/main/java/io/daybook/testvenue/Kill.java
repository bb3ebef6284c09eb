package io.daybook.testvenue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Ends the process of a venue as {@code kill -9} would, and leaves a note for its parent process when to start it
 * again.
 */
public final class Kill {
    /** The exit status of a venue that has ended itself in this way. */
    public static final int STATUS = 137;

    private static final String NOTE = "restart-after";

    private Kill() {}

    /** Ends this process; nothing is closed, and nothing more is written. */
    static void now(final Path folder, final Duration restartAfter) {
        try {
            Files.writeString(folder.resolve(NOTE), restartAfter.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the time of the venue's next start cannot be written to " + folder, e);
        }
        Runtime.getRuntime().halt(STATUS);
    }

    /** Makes a folder for a venue that may be killed; {@link #discard} deletes it. */
    public static Path folder(final boolean inMemory) throws IOException {
        return TestFolder.temporary(inMemory);
    }

    /** Deletes the folder of a venue that has ended. */
    public static void discard(final Path folder) throws IOException {
        TestFolder.delete(folder);
    }

    /**
     * Keeps the system from giving the ports of an ended venue to another program, until the returned object is closed.
     */
    public static Closeable hold(final Path folder, final InetAddress address) throws IOException {
        final HeldPorts held = new HeldPorts();
        for (final int port : Place.notedPorts(TestFolder.again(folder)).values()) {
            held.again(address, port);
        }
        return held;
    }

    /** The delay before the venue of a folder starts again; empty if no fault has ended the venue. */
    public static Optional<Duration> restartAfter(final Path folder) throws IOException {
        final Path note = folder.resolve(NOTE);
        if (!Files.exists(note)) {
            return Optional.empty();
        }
        final Duration after = Duration.parse(Files.readString(note).trim());
        Files.delete(note);
        return Optional.of(after);
    }
}
