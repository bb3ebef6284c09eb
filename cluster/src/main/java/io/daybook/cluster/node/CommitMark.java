package io.daybook.cluster.node;

import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.Durability;
import io.daybook.cluster.log.ClusterLogException;
import io.daybook.cluster.log.NodeLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/**
 * The last known committed position of a node's log, in the file {@code committed} of its folder. While it grows, it is
 * written and forced twice a second, on a separate thread. It never goes back, except in {@link #requireHeld}.
 *
 * <p>The file has two lines of text of the same length, at 0 and at 512, which are written in turn: a torn write leaves
 * the other line intact. The length of the file never changes, so that forcing it does not force the folder.
 *
 * <pre>
 *  committed 00000000000004194304 crc 0123abcd
 * </pre>
 */
final class CommitMark implements AutoCloseable {
    static final String FILE = "committed";

    private static final int SLOT_BYTES = 512;
    private static final int SLOTS = 2;
    private static final String HEAD = "committed ";
    private static final int DIGITS = 20;
    private static final int LINE_LENGTH = HEAD.length() + DIGITS + " crc ".length() + 8 + 1;
    private static final long EVERY_MS = 500;
    private static final long NONE = 0;

    private final ClusterConfig config;
    private final LongSupplier committed;
    private final RandomAccessFile file;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private long written;
    private int slot;

    private CommitMark(final ClusterConfig config, final LongSupplier committed, final RandomAccessFile file) {
        this.config = config;
        this.committed = committed;
        this.file = file;
        this.thread = new Thread(this::run, "cluster-commit-mark");
        this.thread.setDaemon(true);
    }

    /**
     * Opens the mark of a node, and creates it if it is missing.
     *
     * @param committed returns the committed position as known to this node; called by several threads
     */
    static CommitMark open(final ClusterConfig config, final LongSupplier committed) throws IOException {
        final Path path = config.dir().resolve(FILE);
        if (!Files.exists(path)) {
            ForcedFile.write(path, "\0".repeat(SLOTS * SLOT_BYTES));
        }
        final CommitMark mark = new CommitMark(config, committed, new RandomAccessFile(path.toFile(), "rw"));
        final long[] positions = positions(path);
        mark.slot = positions[0] <= positions[1] ? 0 : 1; // the valid line stays until the other is written
        mark.written = Math.max(positions[0], positions[1]);
        return mark;
    }

    /** The position in a folder; 0 if there is no mark, as in a folder of an earlier release. */
    static long read(final Path dir) throws IOException {
        final Path path = dir.resolve(FILE);
        return Files.exists(path) ? Arrays.stream(positions(path)).max().orElse(NONE) : NONE;
    }

    /** Returns the positions by slot; 0 for a line that was torn, or never written. */
    private static long[] positions(final Path path) throws IOException {
        final long[] positions = new long[SLOTS];
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            final byte[] bytes = new byte[LINE_LENGTH];
            for (int i = 0; i < SLOTS && i * SLOT_BYTES + LINE_LENGTH <= file.length(); i++) {
                file.seek((long) i * SLOT_BYTES);
                file.readFully(bytes);
                positions[i] = position(new String(bytes, StandardCharsets.US_ASCII));
            }
        }
        return positions;
    }

    private static long position(final String line) {
        if (!line.startsWith(HEAD)) {
            return NONE;
        }
        try {
            final long position = Long.parseLong(line, HEAD.length(), HEAD.length() + DIGITS, 10);
            return position >= 0 && line.equals(line(position)) ? position : NONE;
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    private static String line(final long position) {
        final String text = String.format("%s%0" + DIGITS + "d", HEAD, position);
        final CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        return String.format("%s crc %08x%n", text, crc.getValue()).replace("\r", "");
    }

    /**
     * Requires that the log in the folder reaches the mark; the archive must have been opened, which finds the end of
     * the log. Without forces ({@code process}) a loss of power may lose the end of the log and leave the mark: then
     * the mark goes back to that end.
     *
     * @throws ClusterConfigException if the log was forced and ends before the mark
     */
    void requireHeld() throws IOException {
        final long end = written == NONE ? NONE : logEnd(config.dir());
        if (end >= written) {
            return;
        }
        final String what = config.dir() + " has the log up to position " + end + ", and it was committed up to "
                + written + ": the disk has lost what it had acknowledged. ";
        if (config.durability() != Durability.PROCESS) {
            throw new ClusterConfigException(what + "Move the folder away, run daybook cluster seed with its file while"
                    + " both others run, then start it");
        }
        System.err.println("daybook cluster node: " + what + "With durability = \"process\" a loss of power does that");
        write(end);
        write(end);
    }

    private static long logEnd(final Path dir) throws IOException {
        try {
            return NodeLog.open(dir).stopPosition();
        } catch (ClusterLogException e) {
            return NONE; // the folder has no log
        }
    }

    /**
     * Ends the process if the log is about to be cut before a committed position: Aeron cuts everything beyond the log
     * of the leader that it is about to follow.
     *
     * <p>Aeron 1.51 can request such a cut although the leader's log is the same (found by reading its
     * {@code Election}). A leader that has not yet received the end of this node's log names a lower committed
     * position. The node replays its log only up to there, and then canvasses with the term of that place and the end
     * of its whole log, so that the leader takes the log after that term for another history. After a restart of the
     * process the term is the last one again.
     *
     * @param end the position at which the leader's log ends, or differs
     */
    void refuseCut(final long end) {
        final long known = known();
        if (end < known) {
            NodeExit.AHEAD.halt("the leader has the log of this node up to position " + end
                    + " only, and it was committed up to " + known + ": this node does not follow");
        }
    }

    private synchronized long known() {
        return Math.max(written, committed.getAsLong());
    }

    CommitMark start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            do {
                writeCommitted();
            } while (!ended.await(EVERY_MS, TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            NodeErrors.handler(NodeErrors.Source.ARCHIVE, config.dir()).onError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeCommitted() throws IOException {
        final long position = committed.getAsLong();
        if (position > written) {
            write(position);
        }
    }

    private synchronized void write(final long position) throws IOException {
        file.seek((long) slot * SLOT_BYTES);
        file.write(line(position).getBytes(StandardCharsets.US_ASCII));
        file.getFD().sync();
        slot = (slot + 1) % SLOTS;
        written = position;
    }

    @Override
    public void close() throws IOException {
        ended.countDown();
        try {
            thread.join();
            writeCommitted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            file.close();
        }
    }
}
