package io.daybook.core.snapshot;

import io.daybook.core.engine.EngineStateCopy;
import io.daybook.core.engine.ExchangeEngine;
import io.daybook.journal.SnapshotPartReader;
import io.daybook.journal.SnapshotPartWriter;
import io.daybook.journal.SnapshotReader;
import io.daybook.journal.SnapshotWriter;
import io.daybook.risk.state.InvalidStateException;
import io.daybook.risk.state.StateHasher;
import io.daybook.risk.state.StateWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A state as the parts of a snapshot, and back; written and read side by side here. */
public final class SnapshotContent {
    private static final List<String> PARTS = List.of(ContentDescriptor.RISK, ContentDescriptor.BOOKS);

    private SnapshotContent() {}

    /**
     * Writes all parts.
     *
     * @param goOn called every now and then; throws to give up
     * @return the hash of the state
     * @throws io.daybook.journal.JournalException NO_SPACE, IO
     */
    public static long write(final EngineStateCopy state, final SnapshotWriter snapshot, final Runnable goOn) {
        final long risk = writePart(snapshot, ContentDescriptor.RISK, goOn, state::writeRisk);
        final long books = writePart(snapshot, ContentDescriptor.BOOKS, goOn, state::writeBooks);
        return StateHasher.finish(risk + books);
    }

    private static long writePart(
            final SnapshotWriter snapshot,
            final String name,
            final Runnable goOn,
            final Consumer<StateWriter> records) {
        try (SnapshotPartWriter part = snapshot.part(name)) {
            final StateEncoder encoder = new StateEncoder((buffer, offset, length) -> {
                goOn.run();
                part.write(buffer, offset, length);
            });
            records.accept(encoder);
            final long hash = encoder.finish();
            part.finish(hash);
            return hash;
        }
    }

    /**
     * Restores a snapshot into an engine that has no state yet, and checks that the engine then has the state that was captured.
     *
     * @throws SnapshotContentException where the snapshot holds no such state; the engine is then of no use
     * @throws io.daybook.journal.JournalException CORRUPT, IO
     */
    public static void restore(final SnapshotReader snapshot, final ExchangeEngine engine) {
        final Set<String> parts = new HashSet<>(snapshot.parts());
        if (!parts.equals(Set.copyOf(PARTS))) {
            throw new SnapshotContentException("its parts are " + snapshot.parts() + ", expected " + PARTS);
        }
        for (final String name : PARTS) {
            restorePart(snapshot, name, engine);
        }
        final long hash = engine.stateHash();
        if (hash != snapshot.stateHash()) {
            throw new SnapshotContentException("the state restored from it has the hash " + hex(hash)
                    + ", the state captured had " + hex(snapshot.stateHash()));
        }
    }

    private static void restorePart(final SnapshotReader snapshot, final String name, final ExchangeEngine engine) {
        try (SnapshotPartReader part = snapshot.open(name)) {
            final StateDecoder decoder = new StateDecoder(part::read);
            engine.readState(decoder, snapshot.seq());
            if (decoder.hashSum() != part.partHash()) {
                throw new SnapshotContentException("part " + name + ": its records have the hash "
                        + hex(decoder.hashSum()) + ", its trailer says " + hex(part.partHash()));
            }
        } catch (InvalidStateException | IllegalArgumentException | IllegalStateException e) {
            throw new SnapshotContentException("part " + name + ": " + e.getMessage(), e);
        }
    }

    /** A hash as people read it. */
    static String hex(final long hash) {
        return String.format("%016x", hash);
    }
}
