package io.daybook.core.recovery;

import io.daybook.api.RetentionMark;
import io.daybook.api.RetentionMarks;
import io.daybook.host.Uninterrupted;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.FollowerHolds;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.retention.KeepMark;
import io.daybook.journal.retention.KeepMarks;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The marks of a folder, as applications see them. Any thread. */
public final class JournalMarks implements RetentionMarks {
    private final @Nullable KeepMarks marks;
    private final @Nullable FollowerHolds followers;

    private JournalMarks(final @Nullable KeepMarks marks, final @Nullable FollowerHolds followers) {
        this.marks = marks;
        this.followers = followers;
    }

    /** The marks of an open journal; null for an exchange without one. */
    public static JournalMarks of(final @Nullable Journal journal) {
        return journal == null
                ? new JournalMarks(null, null)
                : new JournalMarks(journal.marks(), journal.followerHolds());
    }

    /**
     * The marks of a folder that may belong to another process.
     *
     * @throws JournalException if there is no journal, or its IDENTITY cannot be read
     */
    public static JournalMarks of(final JournalStorage storage, final Path folder) {
        return new JournalMarks(
                Uninterrupted.get(() -> JournalReader.open(storage, folder).marks()), null);
    }

    @Override
    public void keepFrom(final String name, final long fromSeq) {
        final KeepMarks files = marks;
        if (files == null) {
            throw new IllegalStateException("there is no journal, so nothing can be kept");
        }
        final KeepMark mark = new KeepMark(name, fromSeq);
        Uninterrupted.run(() -> files.set(mark));
    }

    @Override
    public boolean remove(final String name) {
        final KeepMarks files = marks;
        return files != null && Uninterrupted.get(() -> files.remove(name));
    }

    @Override
    public List<RetentionMark> list() {
        final KeepMarks files = marks;
        return files == null ? List.of() : views(Uninterrupted.get(files::held));
    }

    /** The cost of the marks as it was at the start or after the last snapshot. Touches no file. */
    public List<RetentionMark> lastSeen() {
        return marks == null ? List.of() : views(marks.lastHeld());
    }

    /** The cost of the followers of the folder as it was at the start or after the last snapshot. */
    public List<RetentionMark> followersLastSeen() {
        return followers == null ? List.of() : views(followers.lastHeld());
    }

    private static List<RetentionMark> views(final List<HeldMark> held) {
        return held.stream()
                .map(one -> new RetentionMark(one.mark().name(), one.mark().fromSeq(), one.seqs(), one.bytes()))
                .toList();
    }
}
