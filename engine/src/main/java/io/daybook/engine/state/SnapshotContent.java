package io.daybook.engine.state;

import io.daybook.engine.EngineStateCopy;
import io.daybook.engine.ExchangeEngine;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Writes a state as the parts of a snapshot, and reads it back. The host decides where the bytes are stored. */
public final class SnapshotContent {

    /** Receives the parts of a snapshot, one after the other. Used by one thread. */
    @FunctionalInterface
    public interface Sink {
        /** Begins a part, whose name has lower-case letters, digits and dashes. */
        PartSink part(String name);
    }

    /**
     * Receives a part.
     *
     * @param bytes receives its bytes; an exception from it ends the writing
     * @param hash receives the sum of the records' hashes, after all bytes
     * @param end closes the part, finished or not
     */
    public record PartSink(StateEncoder.Sink bytes, LongConsumer hash, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /**
     * Supplies the parts of a snapshot. Used by one thread.
     *
     * @param parts the names of its parts
     * @param seq the number of the last command in it
     * @param timeNs the time of that command, ns since the epoch
     * @param stateHash the hash of the state that was captured; read after all parts
     * @param opener opens a part by its name
     */
    public record Source(
            List<String> parts, long seq, long timeNs, LongSupplier stateHash, Function<String, PartSource> opener) {}

    /**
     * Supplies a part.
     *
     * @param bytes supplies its bytes
     * @param hash supplies the sum of the records' hashes that its writer stored; read after all bytes
     * @param end closes the part
     */
    public record PartSource(StateDecoder.Source bytes, LongSupplier hash, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /** The prefix of the names of followers' parts, which do not belong to the state. */
    public static final String FOLLOWER_PREFIX = "follower-";

    private static final List<String> PARTS = List.of(ContentDescriptor.RISK, ContentDescriptor.BOOKS);

    private SnapshotContent() {}

    /**
     * Writes all parts.
     *
     * @param requireNotAbandoned called now and then; throws to abandon the writing
     * @return the hash of the state
     */
    public static long write(final EngineStateCopy state, final Sink snapshot, final Runnable requireNotAbandoned) {
        final long risk =
                writePart(snapshot, ContentDescriptor.RISK, requireNotAbandoned, state.hasSettings(), state::writeRisk);
        final long books =
                writePart(snapshot, ContentDescriptor.BOOKS, requireNotAbandoned, state.hasTerms(), state::writeBooks);
        return StateHasher.finish(risk + books);
    }

    private static long writePart(
            final Sink snapshot,
            final String name,
            final Runnable requireNotAbandoned,
            final boolean hasNewKinds,
            final Consumer<StateWriter> records) {
        try (PartSink part = snapshot.part(name)) {
            final StateEncoder.Sink sink = (buffer, offset, length) -> {
                requireNotAbandoned.run();
                part.bytes().write(buffer, offset, length);
            };
            final StateEncoder encoder = new StateEncoder(sink, hasNewKinds);
            records.accept(encoder);
            final long hash = encoder.finish();
            part.hash().accept(hash);
            return hash;
        }
    }

    /**
     * Restores a snapshot into an engine that has no state yet, and checks that the engine then has the state that was
     * captured.
     *
     * @throws SnapshotContentException if the snapshot holds no such state; the engine is then unusable
     */
    public static void restore(final Source snapshot, final ExchangeEngine engine) {
        final Set<String> parts = new HashSet<>(snapshot.parts());
        parts.removeIf(name -> name.startsWith(FOLLOWER_PREFIX));
        if (!parts.equals(Set.copyOf(PARTS))) {
            throw new SnapshotContentException("its parts are " + snapshot.parts() + ", expected " + PARTS);
        }
        for (final String name : PARTS) {
            restorePart(snapshot, name, engine);
        }
        final long hash = engine.stateHash();
        final long captured = snapshot.stateHash().getAsLong();
        if (hash != captured) {
            throw new SnapshotContentException(
                    "the restored state has the hash " + hex(hash) + ", but the captured state had " + hex(captured));
        }
    }

    private static void restorePart(final Source snapshot, final String name, final ExchangeEngine engine) {
        try (PartSource part = snapshot.opener().apply(name)) {
            final StateDecoder decoder = new StateDecoder(part.bytes());
            engine.readState(decoder, snapshot.seq(), snapshot.timeNs());
            final long stored = part.hash().getAsLong();
            if (decoder.hashSum() != stored) {
                throw new SnapshotContentException("part " + name + ": its records have the hash "
                        + hex(decoder.hashSum()) + ", but its trailer has " + hex(stored));
            }
        } catch (InvalidStateException | IllegalArgumentException | IllegalStateException e) {
            throw new SnapshotContentException("part " + name + ": " + e.getMessage(), e);
        }
    }

    /** A hash in hexadecimal digits, as messages show it. */
    static String hex(final long hash) {
        return String.format("%016x", hash);
    }
}
