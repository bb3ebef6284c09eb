package io.daybook.cluster.log;

import io.daybook.api.OrderBookType;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.ImportedState;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.snapshot.SnapshotPartReader;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.kernel.slab.HashSecret;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a journal folder, with which a cluster's log begins. The folder is read without its lock, and not
 * changed.
 *
 * @param exchangeId the exchange id of the folder, which the cluster keeps
 * @param seq the seq of its last command
 * @param stateHash the hash of its state
 * @param chunks the state in the cluster's format
 */
public record JournalImport(UUID exchangeId, long seq, long stateHash, List<byte[]> chunks) {
    private static final String MARGIN_ON = "margin-trading=on";
    private static final String RESET_ON = "reset-allowed=on";
    private static final Set<String> KNOWN = Set.of(MARGIN_ON, "margin-trading=off", RESET_ON, "reset-allowed=off", "");

    /** Copies the list. */
    public JournalImport {
        chunks = List.copyOf(chunks);
    }

    /**
     * Reads a folder to its end, from its newest snapshot on.
     *
     * @throws JournalException if it cannot be read, or is damaged
     * @throws ClusterLogException if a newer version wrote it
     */
    public static JournalImport read(final Path folder) {
        final JournalReader reader = JournalReader.open(folder);
        final List<String> words = List.of(reader.settings().strip().split(" +"));
        if (!KNOWN.containsAll(words)) {
            throw new ClusterLogException(folder + " was made with settings that this version does not know: '"
                    + reader.settings() + "'; use the version that made it");
        }
        final UUID id = UUID.fromString(reader.exchangeId());
        final byte[] secret = new byte[ClusterSettings.SECRET_LENGTH];
        new SecureRandom().nextBytes(secret);
        final ClusterSettings settings = ClusterSettings.of(
                ByteBuffer.allocate(ClusterSettings.ID_LENGTH)
                        .putLong(id.getMostSignificantBits())
                        .putLong(id.getLeastSignificantBits())
                        .array(),
                secret,
                words.contains(MARGIN_ON));
        final ImportedState state = new ImportedState(
                settings,
                words.contains(RESET_ON),
                BookTypes.all(OrderBookType.LADDER),
                HashSecret.of(new SecureRandom().nextLong()));
        final SnapshotReader snapshot = reader.newestSnapshot(Long.MAX_VALUE, new ArrayList<>());
        final JournalStat stat = reader.stat(snapshot == null ? List.of() : List.of(snapshot.stat()));
        requireKnown(folder, settings, snapshot, stat);
        if (snapshot != null) {
            state.restore(source(snapshot));
        }
        reader.replay(stat, state.seq() + 1, state::onBlock);
        final List<byte[]> chunks = new ArrayList<>();
        state.write(
                (bytes, offset, length) -> chunks.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length)));
        return new JournalImport(id, state.seq(), state.stateHash(), chunks);
    }

    private static void requireKnown(
            final Path folder,
            final ClusterSettings known,
            final @Nullable SnapshotReader snapshot,
            final JournalStat stat) {
        final int newest = Math.max(
                snapshot == null ? 1 : snapshot.semanticsVersion(),
                stat.segments().stream()
                        .mapToInt(segment -> segment.semanticsVersion())
                        .max()
                        .orElse(1));
        if (newest > known.semanticsVersion()) {
            throw new ClusterLogException(folder + " was written by a newer version: semantics version " + newest
                    + ", this one knows up to " + known.semanticsVersion() + "; use the version that wrote it");
        }
    }

    private static SnapshotContent.Source source(final SnapshotReader snapshot) {
        return new SnapshotContent.Source(
                snapshot.parts(), snapshot.seq(), snapshot.timeNs(), snapshot::stateHash, name -> {
                    final SnapshotPartReader part = snapshot.open(name);
                    return new SnapshotContent.PartSource(part::read, part::partHash, part::close);
                });
    }
}
