package io.daybook.core.snapshot;

import io.daybook.api.RetentionMark;
import io.daybook.api.RetentionMarks;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.HeldMark;
import io.daybook.journal.retention.KeepMark;
import io.daybook.journal.retention.KeepMarks;
import io.daybook.journal.storage.JournalStorage;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The marks of a folder, as applications see them. Any thread. */
public final class JournalMarks implements RetentionMarks {
    private final @Nullable KeepMarks marks;

    private JournalMarks(final @Nullable KeepMarks marks) {
        this.marks = marks;
    }

    /** The marks of an open journal; null for an exchange that has none. */
    public static JournalMarks of(final @Nullable Journal journal) {
        return new JournalMarks(journal == null ? null : journal.marks());
    }

    /**
     * The marks of a folder that may be another process's.
     *
     * @throws JournalException when there is no journal, or its IDENTITY cannot be read
     */
    public static JournalMarks of(final JournalStorage storage, final Path folder) {
        return new JournalMarks(
                Uninterrupted.get(() -> JournalReader.open(storage, folder).marks()));
    }

    @Override
    public void keepFrom(final String name, final long fromSeq) {
        final KeepMarks files = marks;
        if (files == null) {
            throw new IllegalStateException("there is no journal of which anything could be kept");
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

    /** What the marks cost, as it was found at the start or after the last snapshot. No file is touched. */
    public List<RetentionMark> lastSeen() {
        return marks == null ? List.of() : views(marks.lastHeld());
    }

    private static List<RetentionMark> views(final List<HeldMark> held) {
        return held.stream()
                .map(one -> new RetentionMark(one.mark().name(), one.mark().fromSeq(), one.bytes()))
                .toList();
    }
}
