package io.daybook.cluster.state;

import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.slab.HashSecret;
import java.util.List;

/**
 * The state of a journal, rebuilt from its snapshot and its blocks, with which the log of a new cluster begins: the
 * same exchange, seqs and times, no sessions, and a chain that begins here. Used by one thread.
 */
public final class ImportedState {
    private final ClusterSettings settings;
    private final Carrier carrier;
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    /**
     * Creates an empty state.
     *
     * @param settings the settings of the new cluster
     * @param resetAllowed whether the journal was written by an exchange that carried resets out
     */
    public ImportedState(
            final ClusterSettings settings,
            final boolean resetAllowed,
            final BookTypes bookTypes,
            final HashSecret hashSecret) {
        this.settings = settings;
        this.carrier = new Carrier(settings, resetAllowed, bookTypes, hashSecret, null, null);
    }

    /**
     * Restores a snapshot of the journal. Called before the first block.
     *
     * @throws io.daybook.engine.state.SnapshotContentException if the snapshot cannot be restored
     */
    public void restore(final SnapshotContent.Source snapshot) {
        SnapshotContent.restore(snapshot, carrier.engine());
        carrier.resume(0);
    }

    /**
     * Carries out again the commands of a block that the state lacks.
     *
     * @throws CodecException if the bytes are invalid, or have another count
     * @throws IllegalArgumentException for a version of semantics that this program lacks
     */
    public void onBlock(
            final long firstSeq,
            final int count,
            final long firstTimeNs,
            final int codecVersion,
            final int semanticsVersion,
            final byte[] block,
            final int offset,
            final int length) {
        carrier.semanticsVersion(semanticsVersion);
        decoder.wrap(block, offset, length, firstSeq, firstTimeNs, codecVersion);
        while (decoder.next(slot)) {
            if (decoder.seq() > carrier.seq()) {
                if (decoder.seq() != carrier.seq() + 1) {
                    throw new IllegalStateException(
                            "the replay is at seq " + decoder.seq() + ", the state at " + carrier.seq());
                }
                carrier.begin();
                carrier.apply(slot, decoder.timeNs());
            }
        }
        if (decoder.seq() + 1 != firstSeq + count) {
            throw new CodecException("the block at seq " + firstSeq + " must have " + count + " commands");
        }
    }

    /** The last command. */
    public long seq() {
        return carrier.seq();
    }

    /** 64 bits over the logical state. */
    public long stateHash() {
        return carrier.stateHash();
    }

    /** Writes the state in the cluster's format, message by message. */
    public void write(final ChunkSink sink) {
        carrier.semanticsVersion(settings.semanticsVersion());
        carrier.resume(0);
        StateSnapshot.write(settings, carrier, new SessionTable(), new StateImport(), List.of(), sink);
    }
}
