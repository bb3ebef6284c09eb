package io.daybook.perf.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Counts the instructions of the calling thread if the machine has no counter for them: another process steps the
 * thread, one instruction at a time, with ptrace. It makes some 100,000 steps a second, so the work should be a few
 * million instructions, and already compiled. Needs Linux, {@code python3} and the right to trace the parent process;
 * elsewhere nothing is counted. Not for hot paths.
 */
public final class Stepping {
    private static final Path OWN_THREAD = Path.of("/proc/thread-self");
    private static final String SCRIPT = "stepper.py";

    private static final int OF_THREAD = 0;
    private static final int OF_STEPPER = Integer.BYTES;
    private static final int FLAGS_LENGTH = 2 * Integer.BYTES;
    private static final int DONE = 1;
    private static final int SEIZED = 2;
    private static final int FAILED = 3;

    private Stepping() {}

    /**
     * Counts the instructions of some work on this thread, without those of the measurement itself;
     * {@link Instructions#NOT_MEASURED} if they cannot be counted, and then the work does not run.
     *
     * @param nothing the same work with size 0, whose instructions are subtracted
     */
    public static long of(final Runnable work, final Runnable nothing) {
        try {
            if (stepped(nothing) < 0) { // a rehearsal, which links methods that are called for the first time
                return Instructions.NOT_MEASURED;
            }
            final long overhead = stepped(nothing);
            final long all = stepped(work);
            return overhead < 0 || all < 0 ? Instructions.NOT_MEASURED : all - overhead;
        } catch (IOException e) {
            return Instructions.NOT_MEASURED;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while a thread was stepped", e);
        }
    }

    private static long stepped(final Runnable work) throws IOException, InterruptedException {
        final Path file = Files.createTempFile("daybook-steps", ".flags");
        try {
            Files.write(file, new byte[FLAGS_LENGTH]);
            final MappedByteBuffer flags = map(file);
            final String thread =
                    Files.readSymbolicLink(OWN_THREAD).getFileName().toString();
            final Process stepper = new ProcessBuilder("python3", "-", file.toString(), thread)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (OutputStream script = stepper.getOutputStream()) {
                script.write(script());
            }
            if (isSeized(flags, stepper)) {
                work.run();
                flags.putInt(OF_THREAD, DONE);
            }
            final String steps = new String(stepper.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return stepper.waitFor() == 0 ? Long.parseLong(steps) : Instructions.NOT_MEASURED;
        } finally {
            Files.delete(file);
        }
    }

    private static MappedByteBuffer map(final Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final MappedByteBuffer flags = channel.map(FileChannel.MapMode.READ_WRITE, 0, FLAGS_LENGTH);
            flags.order(ByteOrder.nativeOrder());
            return flags;
        }
    }

    private static boolean isSeized(final MappedByteBuffer flags, final Process stepper) {
        int said = flags.getInt(OF_STEPPER);
        while (said != SEIZED && said != FAILED && stepper.isAlive()) {
            Thread.onSpinWait();
            said = flags.getInt(OF_STEPPER);
        }
        return said == SEIZED;
    }

    private static byte[] script() {
        try (InputStream script = Objects.requireNonNull(Stepping.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            return script.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
