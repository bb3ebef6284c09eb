package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A member whose program is the Python client, in a process of its own that is killed too. Its ledger is the file that
 * it writes; the program itself refuses a stream with gaps.
 */
final class PythonMember implements AutoCloseable {
    private static final Path SCRIPT = Documents.ROOT.resolve("integration-tests/src/test/python/tcp_client.py");
    private static final long TIME_OUT_S = 60;
    private static final Pattern LEFT = Pattern.compile("\"leftNs\": ([0-9]+)");
    private static final String MANY = "1000000000";

    /** Kills during starts can leave it without a venue for as long as they like. */
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

    /** Whether this machine can run it. */
    static boolean isPossible() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import ssl").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Trades from now on. */
    void start(final long seed) throws IOException {
        process = spawn(MANY, seed, folder.resolve("python-out.txt"));
    }

    /** Ends it with SIGKILL, wherever it is. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            assertTrue(running.isAlive(), this::log);
            running.destroyForcibly();
            assertTrue(running.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            process = null;
        }
    }

    /** Reads the stream to its end, sends nothing, and says what it has said. */
    MemberLedger finish() throws IOException, InterruptedException {
        kill();
        final Path out = folder.resolve("python-end.txt");
        final Process last = spawn("0", 0, out);
        assertTrue(last.waitFor(TIME_OUT_S, TimeUnit.SECONDS), this::log);
        assertEquals(0, last.exitValue(), this::log);
        final Map<Long, MemberLedger.Answered> answers = new TreeMap<>();
        final List<MemberLedger.Traded> fills = new ArrayList<>();
        for (final String line : Files.readAllLines(ledger())) {
            final Map<String, Long> fields = numbers(line);
            if (line.contains("\"ANSWER\"")) {
                final MemberLedger.Answered before = answers.put(
                        number(fields, "request"),
                        new MemberLedger.Answered(
                                number(fields, "seq"), number(fields, "source") == 1, (int) number(fields, "code")));
                assertNull(before, line);
            } else if (line.contains("\"FILL\"")) {
                fills.add(new MemberLedger.Traded(
                        number(fields, "seq"),
                        number(fields, "orderId"),
                        number(fields, "tradeId"),
                        number(fields, "price"),
                        number(fields, "size")));
            }
        }
        final List<String> said = Files.readAllLines(out);
        final String live = said.get(said.size() - 1).replaceFirst(".*\"live\": ", "");
        final Map<Long, Long> orders = new TreeMap<>();
        numbers(live.substring(0, live.length() - 1)).forEach((id, left) -> orders.put(Long.valueOf(id), left));
        return new MemberLedger(answers, fills, orders);
    }

    /**
     * When a client, of this protocol or of FIX, had the answer to all that it asked: who is later is told of all that
     * the other did.
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

    private static long number(final Map<String, Long> fields, final String name) {
        final Long value = fields.get(name);
        assertTrue(value != null, name);
        return value;
    }

    /** The fields of an object that are whole numbers. */
    private static Map<String, Long> numbers(final String object) throws IOException {
        final Map<String, Long> fields = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(object)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                    fields.put(parser.currentName(), parser.getLongValue());
                }
            }
        }
        return fields;
    }
}
