package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterMember;
import io.daybook.cluster.config.Durability;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("a node knows how far its log was committed, and with which durability others run")
class CommitMarkTest {
    @TempDir
    private Path dir;

    private final AtomicLong committed = new AtomicLong(-1);

    private ClusterConfig config() {
        final ClusterMember member = new ClusterMember("127.0.0.1", 29_000);
        return NodeConfigs.local(dir, member, member, member);
    }

    private void mark(final long position) throws IOException {
        committed.set(position);
        CommitMark.open(config(), committed::get).start().close();
    }

    @Test
    void shouldRememberTheHighestPosition() throws IOException {
        assertEquals(0, CommitMark.read(dir), "a folder of an earlier release");
        mark(-1);
        assertEquals(0, CommitMark.read(dir));
        for (final long position : new long[] {32, 4_096, Long.MAX_VALUE - 31}) {
            mark(position);
            assertEquals(position, CommitMark.read(dir));
        }
        mark(64);
        assertEquals(Long.MAX_VALUE - 31, CommitMark.read(dir), "the position never goes back");
    }

    /** Damages each byte of the file in turn: the other line is valid, also after a restart. */
    @Test
    void shouldReadTheOtherLineWhereAWriteWasCut() throws IOException {
        committed.set(4_096);
        try (CommitMark mark = CommitMark.open(config(), committed::get)) {
            mark.start().close(); // writes the first line
        }
        committed.set(8_192);
        try (CommitMark mark = CommitMark.open(config(), committed::get)) {
            assertEquals(4_096, CommitMark.read(dir));
            mark.start();
        }
        final Path file = dir.resolve(CommitMark.FILE);
        final byte[] whole = Files.readAllBytes(file);
        int others = 0;
        for (int i = 0; i < whole.length; i++) {
            final byte[] cut = whole.clone();
            cut[i] ^= 0x10;
            Files.write(file, cut);
            final long read = CommitMark.read(dir);
            assertTrue(read == 8_192 || read == 4_096, () -> "position " + read);
            others += read == 8_192 ? 0 : 1;
        }
        assertTrue(others > 40, "a damaged line is found by its checksum");
    }

    @Test
    void shouldWriteOverTheLineThatWasCutFirst() throws IOException {
        final Path file = dir.resolve(CommitMark.FILE);
        for (final int cut : new int[] {0, 512}) {
            Files.deleteIfExists(file);
            mark(4_096);
            mark(8_192);
            final byte[] whole = Files.readAllBytes(file);
            whole[cut + 20] ^= 0x10;
            Files.write(file, whole);
            final long left = CommitMark.read(dir);
            mark(12_288);
            final byte[] next = Files.readAllBytes(file);
            next[cut + 20] ^= 0x10; // this write is torn as well
            Files.write(file, next);
            assertEquals(left, CommitMark.read(dir), () -> "the line at " + cut + " was cut");
        }
    }

    @Test
    void shouldRefuseALogThatEndsBeforeTheMarkWhereItWasForced() throws IOException {
        mark(4_096);
        try (CommitMark mark = CommitMark.open(config(), () -> -1)) {
            final String refusal = assertThrows(ClusterConfigException.class, mark::requireHeld)
                    .getMessage();
            assertTrue(refusal.contains("up to position 0, and it was committed up to 4096"), refusal);
        }
    }

    @Test
    void shouldGoBackToTheEndOfALogThatWasNotForced() throws IOException {
        mark(4_096);
        final ClusterConfig plain = config();
        final ClusterConfig unforced = new ClusterConfig(
                plain.cluster(),
                plain.node(),
                plain.dir(),
                plain.members(),
                plain.bind(),
                Durability.PROCESS,
                plain.answers(),
                plain.heartbeatMs(),
                plain.intervalMs(),
                plain.electionMs(),
                plain.clients(),
                null,
                plain.upkeepAt());
        try (CommitMark mark = CommitMark.open(unforced, () -> -1)) {
            mark.requireHeld();
        }
        assertEquals(0, CommitMark.read(dir));
    }
}
