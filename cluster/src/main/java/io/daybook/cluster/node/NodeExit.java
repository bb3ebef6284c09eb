package io.daybook.cluster.node;

import java.io.IOException;
import java.nio.file.Path;

/** The reason for the end of a node, as the exit code of its process. */
public enum NodeExit {
    /** An exception, or the end of a thread of Aeron: the further behaviour of the node is unknown. */
    FAILED(70, "its supervisor may start it again"),
    /** Too little space is left to continue safely. */
    NO_SPACE(71, "free space on the disk of its dir, then start it again"),
    /** The disk failed: the content of its folder may be wrong. */
    DISK(72, "check the disk; then run daybook cluster seed while both others run"),
    /** A file could not be opened, or the free space could not be read: the content of the folder is not in doubt. */
    FILES(72, "check its dir, /dev/shm and the limits of the process, then start it again"),
    /** The leader's log ends before a position that this node knows to be committed. */
    AHEAD(73, "it may have answered requests that the others lack: see 'a node ended with 73' in cluster.md"),
    /** Its results differ from those of both others. */
    DIFFERS(76, "keep its folder for the investigation; then daybook cluster seed while both others run"),
    /** Its log no longer grows, although the others continue. */
    STUCK(70, "its supervisor may start it again");

    private final int code;
    private final String wayOut;

    NodeExit(final int code, final String wayOut) {
        this.code = code;
        this.wayOut = wayOut;
    }

    /**
     * Halts a node that must not start again with its folder, and marks the folder.
     *
     * @param dir the folder of the node
     */
    void halt(final Path dir, final String why) {
        if (spoils()) {
            try {
                NodeFolder.spoil(dir, why);
            } catch (IOException e) {
                System.err.println("daybook cluster node: " + dir.resolve(NodeFolder.SPOILED)
                        + " could not be written: " + e + "; do not start this node with its folder again");
            }
        }
        halt(why);
    }

    /** Returns whether the folder of a node with this end is refused until it is seeded. */
    boolean spoils() {
        return this == DISK || this == DIFFERS;
    }

    /** Reports the reason, and ends the process at once: no hook runs, and nothing more is written. */
    void halt(final String why) {
        System.err.println("daybook cluster node: " + why + " (exit " + code + "); " + wayOut);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }
}
