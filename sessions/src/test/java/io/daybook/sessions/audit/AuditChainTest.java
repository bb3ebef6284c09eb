package io.daybook.sessions.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The head of an audit log is as durable as its lines: after a power cut it shows whether lines are missing. */
class AuditChainTest {
    private static final Path FOLDER = Path.of("/audit");
    private static final Path HEAD = Path.of("/audit.head");
    private static final int LINES = 3;
    private static final int CUTS = 50;

    private static AuditChain chain(final SimulatedStorage disk) {
        return new AuditChain(disk, FOLDER, HEAD, "audit-%d.jsonl", AuditChain.MAX_BYTES, 3);
    }

    private static List<String> lines(final SimulatedStorage disk) throws IOException {
        final Path file = FOLDER.resolve(AuditChain.FILE);
        return disk.exists(file)
                ? new String(disk.bytes(file), StandardCharsets.US_ASCII)
                        .lines()
                        .toList()
                : List.of();
    }

    private static String head(final SimulatedStorage disk) throws IOException {
        return disk.exists(HEAD) ? new String(disk.bytes(HEAD), StandardCharsets.US_ASCII).strip() : "none";
    }

    @Test
    void shouldKeepTheHeadOfEachForcedLineThroughAPowerCut() throws IOException {
        for (int seed = 0; seed < CUTS; seed++) {
            final SimulatedStorage disk = new SimulatedStorage();
            final AuditChain chain = chain(disk);
            for (int line = 1; line <= LINES; line++) {
                chain.append(new Json().object().put("line", line));
                chain.force();
            }
            final SimulatedStorage after = disk.crash(new Random(seed));
            assertEquals(LINES, lines(after).size(), "seed=" + seed);
            assertEquals(AuditText.hash(lines(after).get(LINES - 1)), head(after), "seed=" + seed);
        }
    }

    /** A head without its line would report a deletion that did not happen. */
    @Test
    void shouldNeverKeepAHeadWithoutItsLineWhereverTheDiskFails() throws IOException {
        int cuts = 0;
        for (int call = 1; call <= 40; call++) {
            for (int seed = 0; seed < 5; seed++) {
                final SimulatedStorage disk = new SimulatedStorage();
                final AuditChain chain = chain(disk);
                disk.failAtCall(call, Fault.EIO);
                try {
                    for (int line = 1; line <= LINES; line++) {
                        chain.append(new Json().object().put("line", line));
                        chain.force();
                    }
                } catch (IOException e) {
                    cuts++;
                }
                final SimulatedStorage after = disk.crash(new Random(seed));
                final String head = head(after);
                final String where = "call=" + call + " seed=" + seed + ": " + head + " of " + lines(after);
                assertTrue(
                        head.equals("none")
                                || lines(after).stream().map(AuditText::hash).anyMatch(head::equals),
                        where);
            }
        }
        assertTrue(cuts > 0);
    }
}
