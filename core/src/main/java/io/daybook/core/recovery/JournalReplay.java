package io.daybook.core.recovery;

import io.daybook.api.CommandType;
import io.daybook.api.RecoveryFailedException;
import io.daybook.engine.EngineHost;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.journal.ReplayConsumer;
import io.daybook.kernel.command.CommandSlot;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Applies the blocks of a journal to an engine, without ring or listeners. Used by the thread that recovers. */
public final class JournalReplay implements ReplayConsumer {
    private static final int PERSIST_SNAPSHOT = CommandType.PERSIST_SNAPSHOT.code();

    /** Observes each command after it was carried out, on the thread that replays. */
    @FunctionalInterface
    public interface Observer {
        /**
         * Called when a command was carried out again.
         *
         * @param slot with its outcome and events, valid during the call only
         * @param seq its number
         * @param timeNs its time, ns since the epoch
         */
        void onApplied(CommandSlot slot, long seq, long timeNs);
    }

    /** Observes nothing. */
    static final Observer NOBODY = (slot, seq, timeNs) -> {};

    private final EngineHost host;
    private final Observer observer;
    private final LongFunction<Path> fileOf;
    private final EngineHost.Sink sink = this::onApplied;
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    private final Map<Long, Long> hashes = new HashMap<>();

    private boolean isCarriedOut;

    /**
     * Creates a replay onto an engine, from the command after the engine's seq on.
     *
     * @param observer receives every command
     * @param fileOf returns the file that holds the block of a seq, for a refusal
     */
    public JournalReplay(final EngineHost host, final Observer observer, final LongFunction<Path> fileOf) {
        this.host = host;
        this.observer = observer;
        this.fileOf = fileOf;
    }

    @Override
    public void onBlock(
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final int codecVersion,
            final int semanticsVersion,
            final byte[] block,
            final int offset,
            final int length) {
        if (firstSeq > host.seq() + 1) {
            throw new IllegalStateException(
                    "the replay starts at seq " + firstSeq + ", the state is that of seq " + host.seq());
        }
        host.semanticsVersion(semanticsVersion);
        decoder.wrap(block, offset, length, firstSeq, firstTimestampNs, codecVersion);
        while (nextCommand(firstSeq)) {
            if (decoder.seq() > host.seq()) {
                apply(firstSeq, decoder.seq());
            }
        }
        final long nextSeq = decoder.seq() + 1;
        if (nextSeq != firstSeq + count) {
            throw unreadable(firstSeq, nextSeq, new CodecException(otherCount(firstSeq, count, nextSeq)));
        }
    }

    /** Checks that the state captured by the snapshot and the replayed state are equal. */
    @Override
    public void onSnapshotMark(final long seq, final long stateHash) {
        final Long replayed = hashes.remove(seq);
        hashes.keySet().removeIf(other -> other < seq);
        if (replayed != null && replayed != stateHash) {
            throw new RecoveryFailedException(
                    seq,
                    String.format(
                            "after seq %d the replayed state has the hash %016x, but the snapshot that was"
                                    + " taken there has %016x: this version computes other results than the one"
                                    + " that wrote the journal; open it with that version",
                            seq, replayed, stateHash));
        }
    }

    private boolean nextCommand(final long firstSeq) {
        try {
            return decoder.next(slot);
        } catch (CodecException e) {
            final long seq = decoder.seq() + 1;
            throw unreadable(firstSeq, seq, undecodable(seq, e));
        }
    }

    /** The exception for bytes that are not a valid command although their checksums hold. */
    private RecoveryFailedException unreadable(final long firstSeq, final long seq, final CodecException e) {
        return new RecoveryFailedException(
                seq,
                firstSeq,
                refusal(String.valueOf(e.getMessage()), fileOf.apply(firstSeq), firstSeq) + "; or give up all from seq "
                        + firstSeq + " on, where its block begins",
                e);
    }

    /** A message in the form of all errors of a journal: kind, fault, file, last good seq, way out. */
    static String refusal(final String what, final Path file, final long firstSeq) {
        return "CORRUPT: " + what + "; file=" + file + "; last good seq=" + (firstSeq - 1)
                + ". Way out: its checksums hold, so open it with the version that wrote it";
    }

    /** The exception with the seq in its message. */
    static CodecException undecodable(final long seq, final CodecException e) {
        return new CodecException("the journal cannot be decoded at seq " + seq + ": " + e.getMessage(), e);
    }

    /** The message for a frame whose header has another number of commands than its block. */
    static String otherCount(final long firstSeq, final int count, final long nextSeq) {
        return "the block of seq " + firstSeq + " has " + (nextSeq - firstSeq) + " commands, its frame counts " + count;
    }

    /** The command in the slot, for messages. */
    private String command() {
        try {
            return CommandRecords.toRecord(slot).toString();
        } catch (CodecException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /**
     * The answered commands that are lost too if the journal is cut before a command that was never answered: a block
     * is cut only as a whole.
     */
    private static String alsoGivenUp(final long firstSeq, final long seq) {
        if (firstSeq == seq) {
            return "";
        }
        final boolean one = firstSeq == seq - 1;
        return ", and with it " + (one ? "seq " + firstSeq : "seqs " + firstSeq + " to " + (seq - 1))
                + " of the same block, which " + (one ? "was" : "were") + " answered";
    }

    private void apply(final long firstSeq, final long seq) {
        isCarriedOut = false;
        try {
            host.apply(slot, seq, decoder.timeNs(), sink);
        } catch (RuntimeException e) {
            if (isCarriedOut) {
                throw e; // thrown by the observer
            }
            throw new RecoveryFailedException(
                    seq,
                    firstSeq,
                    "the engine failed on seq " + seq + " (" + command() + "), which was never answered: " + e
                            + "; file="
                            + fileOf.apply(firstSeq)
                            + ". Way out: run a version in which this is fixed; or give up all from seq " + firstSeq
                            + " on" + alsoGivenUp(firstSeq, seq),
                    e);
        }
    }

    private void onApplied(final CommandSlot applied, final long seq, final long timeNs) {
        isCarriedOut = true;
        if (applied.type() == PERSIST_SNAPSHOT) {
            hashes.put(seq, host.stateHash());
        }
        observer.onApplied(applied, seq, timeNs);
    }
}
