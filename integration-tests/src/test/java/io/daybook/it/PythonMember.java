package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A member that is the Python client, in its own process. Tests kill this process as well as the venue. Its ledger is
 * the file that the client writes; the client itself refuses a stream with gaps.
 */
final class PythonMember implements AutoCloseable {
    private static final Path SCRIPT = Documents.ROOT.resolve("integration-tests/src/test/python/tcp_client.py");
    private static final long TIME_OUT_S = 60;
    private static final Pattern LEFT = Pattern.compile("\"leftNs\": ([0-9]+)");
    private static final String MANY = "1000000000";

    /** Kills during starts can leave the client without a venue for a long time. */
    private static final String PATIENCE = "--patience=3600";

    private final VenueProcess venue;
    private final Path folder;
    private final int session;
    private final long uid;
    private int lives;
    private @Nullable Process process;

    PythonMember(final VenueProcess venue, final Path folder, final int session, final long uid) {
        this.venue = venue;
        this.folder = folder;
        this.session = session;
        this.uid = uid;
    }

    /** Whether this machine can run the client. */
    static boolean isPossible() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import ssl").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Begins to trade. */
    void start(final long seed) throws IOException {
        process = spawn(MANY, seed, folder.resolve("python-out.txt"));
    }

    /** Whether the ledger has a message. */
    boolean isTold() {
        return ledger().toFile().length() > 0;
    }

    /** Kills the client with SIGKILL, at any point of its work. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            assertTrue(running.isAlive(), this::log);
            running.destroyForcibly();
            assertTrue(running.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            process = null;
        }
    }

    /**
     * The time at which a client, of the TCP protocol or of FIX, had received all answers to its requests. Of two
     * clients, the later one has also received the reports of all acts of the other.
     */
    static long leftNs(final String said) {
        final Matcher left = LEFT.matcher(said);
        assertTrue(left.find(), said);
        return Long.parseLong(left.group(1));
    }

    @Override
    public void close() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            running.destroyForcibly();
            running.waitFor();
        }
    }

    private Process spawn(final String requests, final long seed, final Path out) throws IOException {
        lives++;
        return new ProcessBuilder(
                        "python3",
                        SCRIPT.toString(),
                        "--port=" + venue.port(),
                        "--session=" + session,
                        "--secret=" + venue.secret(),
                        "--uid=" + uid,
                        "--symbol=1",
                        "--requests=" + requests,
                        "--seed=" + (seed + lives),
                        "--out=" + ledger(),
                        PATIENCE)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("python.log").toFile()))
                .start();
    }

    private Path ledger() {
        return folder.resolve("python.jsonl");
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("python.log"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
