package io.daybook.journal.follower;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.folder.Identity;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.journal.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds where each follower continues when a journal is opened, and the snapshot from which recovery must start for
 * that reason.
 */
public final class FollowerPlaces {
    private final JournalFolder folder;
    private final List<FollowerPlace> places;

    private FollowerPlaces(final JournalFolder folder, final List<FollowerPlace> places) {
        this.folder = folder;
        this.places = List.copyOf(places);
    }

    /** Reads the registration of each follower. */
    @SuppressWarnings("exports") // for the packages of this module
    public static FollowerPlaces find(
            final JournalStorage storage,
            final JournalFolder folder,
            final Identity identity,
            final SnapshotStore snapshots,
            final List<FollowerMark> asked)
            throws IOException {
        final FollowerFiles files = new FollowerFiles(storage, folder, identity);
        final List<FollowerPlace> places = new ArrayList<>();
        for (FollowerMark mark : asked) {
            if (!FollowerFiles.isName(mark.name())
                    || places.stream().anyMatch(place -> place.name().equals(mark.name()))) {
                throw new IllegalArgumentException("the names of followers must differ, and have 1 to "
                        + FollowerFiles.MAX_NAME_LENGTH + " lower-case letters, digits and dashes: name="
                        + mark.name());
            }
            refuseWhatWasGivenUp(files, mark, folder);
            places.add(FollowerPlace.find(files, mark, snapshots));
        }
        return new FollowerPlaces(folder, places);
    }

    /**
     * Refuses a store that holds results which a truncation gave up: its past differs from the journal's, and nothing
     * in it would show that once the journal is as long again.
     */
    private static void refuseWhatWasGivenUp(
            final FollowerFiles files, final FollowerMark mark, final JournalFolder folder) throws IOException {
        final FollowerFiles.Registration known = files.find(mark.name());
        if (known != null && known.givenUpFrom() > 0 && mark.fromSeq() > known.givenUpFrom()) {
            throw JournalException.of(
                            JournalException.Reason.GAP,
                            "follower " + mark.name() + " has received results that a truncation gave up")
                    .file(folder.follower(mark.name()))
                    .expected("a store with results up to seq " + (known.givenUpFrom() - 1) + " at most")
                    .found("results up to seq " + (mark.fromSeq() - 1))
                    .wayOut("restore the store of follower " + mark.name()
                            + " as it was before that seq, from a backup; or forget the follower and give it a new"
                            + " store, with which it starts over")
                    .build();
        }
    }

    /**
     * Returns, for each registered follower, the snapshot from which it needs the journal; 0 for the start of the
     * journal. Each is chosen as if, of the newest {@code keepSnapshots} snapshots, only the oldest were good: an
     * exchange starts from the oldest one if the others are damaged, and its followers must be able to continue from
     * there as well.
     *
     * @param marks the marks of followers that keep their state elsewhere, by name: the first seq that they still need
     * @param keepSnapshots how many good snapshots are kept at least
     * @throws JournalException CORRUPT, VERSION if a registration cannot be read
     */
    @SuppressWarnings("exports") // for the packages of this module
    public static Set<Long> neededSnapshots(
            final FollowerFiles files,
            final Map<String, Long> marks,
            final SnapshotStore snapshots,
            final int keepSnapshots)
            throws IOException {
        final Set<Long> needed = new TreeSet<>();
        final List<String> names = files.names();
        final long oldestKept = names.isEmpty() ? 0 : snapshots.oldestGoodOf(keepSnapshots);
        for (String name : names) {
            final FollowerMark mark = new FollowerMark(name, marks.getOrDefault(name, 0L));
            final SnapshotReader from = snapshots.newestGood(
                    FollowerPlace.find(files, mark, snapshots, oldestKept).afterSeq(), new ArrayList<>());
            needed.add(from == null ? 0 : from.seq());
        }
        return needed;
    }

    /**
     * The last seq of a snapshot from which recovery may start, because the follower that is furthest behind continues
     * there.
     */
    public long lastSnapshotSeq() {
        return places.stream().mapToLong(FollowerPlace::afterSeq).min().orElse(FollowerPlace.AT_THE_END);
    }

    /** The snapshots from which followers continue, each once. */
    public List<SnapshotReader> snapshots() {
        final List<SnapshotReader> snapshots = new ArrayList<>();
        for (FollowerPlace place : places) {
            final SnapshotReader snapshot = place.snapshot();
            if (snapshot != null && !snapshots.contains(snapshot)) {
                snapshots.add(snapshot);
            }
        }
        return snapshots;
    }

    /**
     * Refuses a start at which a follower needs commands that the journal no longer has, although the exchange alone
     * could start.
     *
     * @param snapshotSeq seq of the snapshot from which recovery would start; 0 if there is none
     * @param firstSeq the first seq of the journal, from the names of the segments
     */
    public void refuseWhatIsGone(final long snapshotSeq, final long firstSeq) {
        for (FollowerPlace place : places) {
            if (place.afterSeq() == lastSnapshotSeq()
                    && snapshotSeq + 1 < firstSeq
                    && place.afterSeq() != FollowerPlace.AT_THE_END) {
                throw JournalException.of(
                                JournalException.Reason.GAP,
                                "the journal does not reach back to what follower " + place.name() + " needs")
                        .file(folder.journal())
                        .expected("a snapshot at seq " + place.afterSeq() + " or before, and the commands from it on")
                        .found("commands from seq " + firstSeq + " on")
                        .wayOut("forget follower " + place.name()
                                + ", which then starts over at the end of the journal and never receives the"
                                + " earlier commands. Or restore what is missing from a backup")
                        .build();
            }
        }
    }

    /**
     * The places, once the end of the journal is known.
     *
     * @throws JournalException GAP if a follower is ahead of the journal
     */
    public List<FollowerPlace> upTo(final long lastSeq) {
        final List<FollowerPlace> all = new ArrayList<>();
        for (FollowerPlace place : places) {
            if (place.afterSeq() != FollowerPlace.AT_THE_END && place.afterSeq() > lastSeq) {
                throw JournalException.of(
                                JournalException.Reason.GAP, "follower " + place.name() + " is ahead of the journal")
                        .file(folder.journal())
                        .expected("commands up to seq " + place.afterSeq() + " at least")
                        .found("commands up to seq " + lastSeq)
                        .wayOut("bring back the journal that it followed, if this journal is an old copy; otherwise"
                                + " forget follower " + place.name() + " and give it a new store, with which"
                                + " it starts over")
                        .build();
            }
            all.add(
                    place.afterSeq() == FollowerPlace.AT_THE_END
                            ? new FollowerPlace(place.name(), lastSeq, null, true)
                            : place);
        }
        return all;
    }
}
