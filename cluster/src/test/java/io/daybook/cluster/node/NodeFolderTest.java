package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folders with which a node starts, and those that it refuses. */
class NodeFolderTest {
    @TempDir
    private Path dir;

    private ClusterConfig config() {
        return NodeConfigs.local(
                dir,
                new ClusterMember("127.0.0.1", 29_000),
                new ClusterMember("127.0.0.1", 29_010),
                new ClusterMember("127.0.0.1", 29_020));
    }

    @Test
    void shouldRefuseAFolderThatIsSpoiltAndSayWhy() throws IOException {
        NodeFolder.open(config()).close();
        NodeFolder.spoil(dir, "a first reason, which is longer than the next");
        NodeFolder.spoil(dir, "its disk failed");
        for (int start = 0; start < 2; start++) { // a refused start releases the folder
            final String refusal = assertThrows(ClusterConfigException.class, () -> NodeFolder.open(config()))
                    .getMessage();
            assertTrue(refusal.contains("must not be used any more: its disk failed. Move it away"), refusal);
        }
    }

    @Test
    void shouldSayWhereTheMarkCannotBeWritten() {
        assertThrows(IOException.class, () -> NodeFolder.spoil(dir.resolve("none"), "its disk failed"));
    }

    @Test
    void shouldLetGoOfAFolderThatItCannotReadOrThatIsAnothers() throws IOException {
        final Path mark = dir.resolve(NodeFolder.SPOILED);
        Files.createDirectories(mark);
        assertThrows(IOException.class, () -> NodeFolder.open(config()), "a folder instead of a mark");
        Files.delete(mark);
        NodeFolder.open(config()).close();
        final ClusterMember other = new ClusterMember("127.0.0.1", 29_900);
        assertThrows(ClusterConfigException.class, () -> NodeFolder.open(NodeConfigs.local(dir, other, other, other)));
        NodeFolder.open(config()).close();
    }

    @Test
    void shouldRefuseAFolderThatThisProcessHas() throws IOException {
        try (NodeFolder first = NodeFolder.open(config())) {
            for (int start = 0; start < 2; start++) {
                final String refusal = assertThrows(ClusterConfigException.class, () -> NodeFolder.open(config()))
                        .getMessage();
                assertTrue(refusal.contains("in use"), refusal);
            }
            assertNull(NodeFolder.openStopped(config()));
            assertEquals(StartRules.Folder.EMPTY, first.content());
        }
        NodeFolder.open(config()).close();
    }

    @Test
    void shouldTellAFolderThatLostItsLogFromOneThatNeverHadOne() throws IOException {
        assertEquals(StartRules.Folder.EMPTY, NodeFolder.content(dir));
        NodeFolder.sayNew(config());
        assertEquals(StartRules.Folder.NEW, NodeFolder.content(dir));
        try (NodeFolder folder = NodeFolder.open(config())) {
            folder.begun();
        }
        assertEquals(StartRules.Folder.EMPTY, NodeFolder.content(dir), "the decision of an operator is valid once");
        for (final String trace : List.of("archive/0-0.rec", NodeSeed.UNFINISHED, NodeFolder.SPOILED)) {
            final Path file = dir.resolve(trace);
            Files.createDirectories(dir.resolve("archive"));
            Files.writeString(file, "something");
            assertEquals(StartRules.Folder.UNSEEDED, NodeFolder.content(dir), trace);
            assertThrows(ClusterConfigException.class, () -> NodeFolder.open(config()), trace);
            assertThrows(ClusterConfigException.class, () -> NodeFolder.sayNew(config()), trace);
            Files.delete(file);
        }
        CommitMark.open(config(), () -> 32).start().close();
        assertEquals(StartRules.Folder.UNSEEDED, NodeFolder.content(dir), "the folder once had a committed position");
    }

    @Test
    void shouldReadEachMarkOfAReaderAsItWasWritten() throws IOException {
        final String longest = "z".repeat(32);
        final LogMarks marks = new LogMarks(dir);
        for (final long position : new long[] {0, 1, Integer.MAX_VALUE + 1L, Long.MAX_VALUE}) {
            marks.set("0", position);
            marks.set(longest, position);
            assertEquals(Map.of("0", position, longest, position), new LogMarks(dir).all());
            final LogMark mark = new LogMark("c".repeat(32), longest, position);
            final byte[] bytes = mark.encode();
            assertEquals(mark, LogMark.decode(bytes, bytes.length));
        }
        for (int more = 2; more < LogMarks.MAX_MARKS; more++) {
            marks.set("m" + more, more);
        }
        assertEquals(LogMarks.MAX_MARKS, marks.all().size());
        assertThrows(ClusterConfigException.class, () -> marks.set("one-too-many", 1));
    }

    /** The reason comes from a disk or a library: the next start reports it, whatever it is. */
    @Test
    void shouldSayAnyReasonOfASpoiltFolder() throws IOException {
        for (final String reason : List.of("", "é \uD83D\uDC0B", "two\nlines", "x".repeat(100_000))) {
            NodeFolder.spoil(dir, reason);
            final String refusal =
                    String.valueOf(assertThrows(ClusterConfigException.class, () -> NodeFolder.open(config()))
                            .getMessage());
            assertTrue(refusal.contains("must not be used any more: " + reason), refusal);
        }
    }
}
