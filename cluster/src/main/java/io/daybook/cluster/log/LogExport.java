package io.daybook.cluster.log;

import io.daybook.api.OrderBookType;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.ClusterState;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalAppender;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.snapshot.SnapshotPartWriter;
import io.daybook.journal.snapshot.SnapshotWriter;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.slab.HashSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the log of a cluster into a journal folder, which all tools for journals can use. The log runs through the
 * same session table as on a node, so repeated messages count once, and commands have the seqs that clients received.
 *
 * <p>Every node exports the same frames, byte for byte, in however many exports: a block ends with each seq that is a
 * multiple of 4,096 (or when it is full), and only complete blocks are written while the log grows. At the end of a log
 * the rest may be written too; later frames are valid, but may differ from those of other nodes.
 *
 * <p>A new folder begins with the log or, if that was purged, with the oldest snapshot that reaches back far enough. An
 * existing folder is continued. Used once, by one thread.
 */
public final class LogExport implements AutoCloseable {
    /** A block may be one command longer than this, up to the size of a frame. */
    private static final int BLOCK_BYTES = 512 << 10;

    /** A fixed value, because all nodes must export the same bytes. */
    private static final JournalOptions OPTIONS =
            JournalOptions.builder().fillAhead(false).build();

    private final Path dir;
    private final NodeLog log;
    private final long limit;
    private final CommandBlockEncoder block = new CommandBlockEncoder(BLOCK_BYTES);

    private ClusterState state = newState();
    private LogPrincipals principals = new LogPrincipals();
    private @Nullable JournalAppender appender;
    private @Nullable LogReplay replay;
    private long begun = 1;
    private boolean isBegun;

    /** The semantics version with which the folder is continued. */
    private int semanticsVersion;

    private long blockSeq;
    private long lastSeq;
    private long blockPosition;
    private long writtenPosition;

    private LogExport(final NodeLog log, final Path dir, final long limit) {
        this.log = log;
        this.dir = dir;
        this.limit = limit;
        block.reset();
    }

    /**
     * Exports a log.
     *
     * @param log the log of a node
     * @param limit the position up to which the log may be read: if the node runs, at most its committed position
     * @param dir the folder; continued if it has a journal
     * @param isFinal whether the log ends here, so that an incomplete block is written too
     * @throws ClusterLogException if the log cannot be read, or the folder cannot be continued from it
     * @throws io.daybook.journal.JournalException if the folder has a fault
     */
    public static ExportReport run(final NodeLog log, final long limit, final Path dir, final boolean isFinal)
            throws IOException {
        try (LogExport export = new LogExport(log, dir, limit)) {
            return export.run(isFinal);
        }
    }

    private ClusterState newState() {
        return new ClusterState(
                BookTypes.all(OrderBookType.LADDER), HashSecret.of(new SecureRandom().nextLong()), this::onApplied);
    }

    private ExportReport run(final boolean isFinal) throws IOException {
        final boolean isContinued = Files.exists(dir.resolve("IDENTITY"));
        final long from = isContinued ? findContinuation() : findBeginning();
        final LogReplay reading = new LogReplay(state, principals, new RecordingReader(log.recording(), from, limit));
        replay = reading;
        writtenPosition = from;
        while (reading.next()) {
            // onApplied receives each command
        }
        if (state.settings() == null) {
            throw new ClusterLogException(
                    "the log has no settings yet, so there is nothing to export: daybook cluster" + " init makes them");
        }
        if (isFinal) {
            writeBlock();
            open(state.seq() + 1, state.timeNs()).force();
        }
        final long last = appender == null ? begun - 1 : appender.lastSeq();
        if (state.seq() < last) {
            throw new ClusterLogException(dir + " ends at seq " + last + ", and the log that may be read ends at seq "
                    + state.seq() + ": wait until this node has caught up, or use another");
        }
        return new ExportReport(
                new ExportOrigin(settings()).journal(1, 0).exchangeId().toString(),
                begun,
                last,
                state.seq(),
                reading.position(),
                state.chain(),
                state.stateHash(),
                resumePosition(),
                reading.isTorn());
    }

    /**
     * Returns where a new folder begins: at the beginning of the log, or at the oldest snapshot that is followed by the
     * rest of the log.
     */
    private long findBeginning() throws IOException {
        if (log.startPosition() == 0) {
            begun = 1;
            return 0;
        }
        final Optional<NodeLog.Snapshot> oldest =
                log.snapshots().stream().filter(this::leadsIntoTheLog).reduce((newer, older) -> older);
        if (oldest.isEmpty()) {
            throw new ClusterLogException("the log begins at position " + log.startPosition()
                    + ", and there is no snapshot at or after it: use another node");
        }
        LogReplay.restore(state, principals, oldest.get().recording());
        final long seq = state.seq();
        begun = seq + 1;
        if (seq > 0) {
            writeSnapshot(open(begun, state.timeNs()));
        }
        return oldest.get().position();
    }

    private boolean leadsIntoTheLog(final NodeLog.Snapshot snapshot) {
        return snapshot.position() >= log.startPosition() && snapshot.position() <= limit;
    }

    /** Returns where an existing folder continues: at the newest snapshot that is not after its end. */
    private long findContinuation() throws IOException {
        for (final NodeLog.Snapshot snapshot : log.snapshots()) {
            if (leadsIntoTheLog(snapshot)) {
                state = newState();
                principals = new LogPrincipals();
                LogReplay.restore(state, principals, snapshot.recording());
                if (state.settings() != null && mayGoOnFrom(state.seq())) {
                    return snapshot.position();
                }
            }
        }
        if (log.startPosition() > 0) {
            throw new ClusterLogException(
                    "the log begins at position " + log.startPosition() + ", and no snapshot in it"
                            + " reaches back to the end of " + dir + ": use another node, or name an empty folder");
        }
        state = newState();
        principals = new LogPrincipals();
        return 0;
    }

    /** Returns whether the folder can continue from a seq; opens it, for which the state must have settings. */
    private boolean mayGoOnFrom(final long seq) {
        return seq <= open(1, 0).lastSeq();
    }

    private ClusterSettings settings() {
        final ClusterSettings settings = state.settings();
        if (settings == null) {
            throw new IllegalStateException("a command was carried out before SETTINGS");
        }
        return settings;
    }

    private JournalAppender open(final long firstSeq, final long createdNs) {
        JournalAppender opened = appender;
        if (opened == null) {
            opened = openFolder(settings(), firstSeq, createdNs);
            appender = opened;
            lastSeq = opened.lastSeq();
            if (!isBegun) {
                isBegun = true;
                begun = lastSeq + 1;
            }
        }
        return opened;
    }

    /**
     * Opens the folder with the semantics that apply at this place of the log, or with newer ones if the folder ends
     * with those, because its content is not written again.
     */
    private JournalAppender openFolder(final ClusterSettings settings, final long firstSeq, final long createdNs) {
        final ExportOrigin origin = new ExportOrigin(settings);
        for (semanticsVersion = settings.semanticsVersion(); ; semanticsVersion++) {
            try {
                return JournalAppender.open(
                        new FileJournalStorage(),
                        dir,
                        OPTIONS,
                        origin.fingerprint(semanticsVersion),
                        origin.journal(firstSeq, createdNs));
            } catch (JournalException e) {
                if (e.reason() != JournalException.Reason.VERSION
                        || semanticsVersion >= ExchangeEngine.SEMANTICS_VERSION) {
                    throw e;
                }
            }
        }
    }

    /** Begins a new segment after an ACTIVATE: a segment has one version. */
    private void changeRules(final JournalAppender before) {
        writeBlock();
        before.close();
        appender = null;
    }

    private void writeSnapshot(final JournalAppender folder) {
        final SnapshotWriter snapshot = folder.beginSnapshot();
        final long hash = SnapshotContent.write(state.copyState(), name -> part(snapshot.part(name)), () -> {});
        snapshot.commit(state.timeNs(), hash, folder.chain());
    }

    private static SnapshotContent.PartSink part(final SnapshotPartWriter part) {
        return new SnapshotContent.PartSink(part::write, part::finish, part::close);
    }

    /** Adds a command to the block; the first one creates the folder. */
    private void onApplied(final CommandSlot slot, final long seq, final long timeNs) {
        final JournalAppender folder = open(seq, timeNs);
        if (seq <= lastSeq) {
            return; // the folder has it
        }
        if (settings().semanticsVersion() != semanticsVersion) {
            changeRules(folder);
            open(seq, timeNs);
        }
        if (block.count() == 0) {
            blockSeq = seq;
        }
        block.append(slot, timeNs);
        lastSeq = seq;
        blockPosition = replay == null ? 0 : replay.messagePosition();
        if (seq % JournalAppender.BLOCK_COMMANDS == 0 || block.isFull()) {
            writeBlock();
        }
    }

    private void writeBlock() {
        if (block.count() > 0) {
            open(blockSeq, block.firstTimeNs())
                    .append(blockSeq, block.count(), block.firstTimeNs(), block.buffer(), 0, block.length());
            block.reset();
            writtenPosition = blockPosition;
        }
    }

    /** The place where the next export begins to read: the newest snapshot before the missing commands. */
    private long resumePosition() {
        return log.snapshots().stream()
                .filter(this::leadsIntoTheLog)
                .mapToLong(NodeLog.Snapshot::position)
                .filter(position -> position <= writtenPosition)
                .findFirst()
                .orElse(log.startPosition());
    }

    @Override
    public void close() throws IOException {
        final LogReplay reading = replay;
        final JournalAppender writing = appender;
        try {
            if (writing != null) {
                writing.close();
            }
        } finally {
            if (reading != null) {
                reading.close();
            }
        }
    }
}
