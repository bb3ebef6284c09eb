package io.daybook.sim;

import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.follower.FollowerPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** The folder of snapshots between two lives: reads it from outside, and damages its files. */
final class SnapshotsOnDisk {
    private static final String SEQ = "\\d{20}";
    private static final String UNFINISHED = ".tmp-";

    private final Path snapshots;
    private final Path firstSegment;
    private final Map<Long, Damage> damaged = new HashMap<>();
    private final Figures figures;

    /** A damaged file, with its bytes. */
    private record Damage(Path file, byte[] bytes) {}

    SnapshotsOnDisk(final Path folder, final Figures figures) {
        this.snapshots = folder.resolve("snapshots");
        this.firstSegment = folder.resolve("journal").resolve("00000000000000000001.jnl");
        this.figures = figures;
    }

    /** Counts an unfinished snapshot that a recovery will find, because it is newer than all complete ones. */
    void lookAt(final SimulatedStorage storage) {
        final List<Path> complete = complete(storage);
        final long newest = complete.isEmpty() ? 0 : seq(complete.get(complete.size() - 1));
        final boolean halfWritten = unfinished(storage).anyMatch(at -> at > newest);
        figures.unfinishedSnapshots += halfWritten ? 1 : 0;
    }

    long unfinishedSnapshots(final SimulatedStorage storage) {
        return unfinished(storage).count();
    }

    private Stream<Long> unfinished(final SimulatedStorage storage) {
        return names(storage)
                .filter(name -> name.startsWith(UNFINISHED))
                .map(name -> Long.parseLong(name.substring(UNFINISHED.length())));
    }

    /** The names in the folder of snapshots, in order. */
    private Stream<String> names(final SimulatedStorage storage) {
        return storage.files().stream()
                .filter(path -> path.startsWith(snapshots))
                .map(path -> snapshots.relativize(path).getName(0).toString())
                .distinct()
                .sorted();
    }

    /**
     * Whether the exchange can start without the newest snapshot: there is an older sound one, or the whole journal. If
     * a life has kept only one snapshot, older ones are there by chance, and must have the part of the follower, which
     * would begin anew without its part.
     *
     * @param leastKept the fewest snapshots that a life has kept
     */
    boolean canDoWithoutNewestSnapshot(final SimulatedStorage storage, final int leastKept, final String follower) {
        final List<Path> complete = complete(storage);
        if (complete.isEmpty()) {
            return false;
        }
        final Path newest = complete.get(complete.size() - 1);
        final String part = FollowerPlace.partOf(follower);
        return storage.files().contains(firstSegment)
                || complete.stream()
                        .filter(path -> !path.equals(newest) && !isDamaged(storage, seq(path)))
                        .anyMatch(path -> leastKept > 1 || storage.files().contains(path.resolve(part)));
    }

    /**
     * Whether a snapshot is still damaged. A power cut may undo the damage: it brings back the earlier files of a
     * snapshot whose name was not forced yet.
     */
    boolean isDamaged(final SimulatedStorage storage, final long seq) {
        final Damage damage = damaged.get(seq);
        return damage != null
                && storage.files().contains(damage.file)
                && Arrays.equals(damage.bytes, bytes(storage, damage.file));
    }

    private static byte[] bytes(final SimulatedStorage storage, final Path file) {
        try {
            return storage.bytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of damaged snapshots that are newer than a seq. */
    long damagedAfter(final SimulatedStorage storage, final long seq) {
        return complete(storage).stream()
                .map(SnapshotsOnDisk::seq)
                .filter(at -> at > seq && isDamaged(storage, at))
                .count();
    }

    private static long seq(final Path snapshot) {
        return Long.parseLong(snapshot.getFileName().toString());
    }

    /** Flips a bit in a file of the newest snapshot, unless it is damaged already. */
    void damageNewestSnapshot(final SimulatedStorage storage, final Random random) {
        final List<Path> complete = complete(storage);
        final Path newest = complete.get(complete.size() - 1);
        if (isDamaged(storage, seq(newest))) {
            return; // a flip of the same bit would repair the file
        }
        final List<Path> files =
                storage.files().stream().filter(path -> path.startsWith(newest)).toList();
        final Path file = files.get(random.nextInt(files.size()));
        final byte[] bytes = bytes(storage, file).clone();
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        storage.replace(file, bytes);
        damaged.put(seq(newest), new Damage(file, bytes));
    }

    /** The folders of complete snapshots, oldest first. */
    private List<Path> complete(final SimulatedStorage storage) {
        return names(storage)
                .filter(name -> name.matches(SEQ))
                .map(snapshots::resolve)
                .toList();
    }
}
