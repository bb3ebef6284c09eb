package io.daybook.journal.folder;

import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Interprets an I/O error of the operating system; the only place that decides whether the disk is full. */
public final class IoFailure {
    /** The way out if the journal itself is sound and nothing more specific is known. */
    public static final String RESTART = "check the disk, then start again: recovery finds all that was acknowledged";

    private IoFailure() {}

    /** Returns the exception for an error in a folder, with the file if the system names it. */
    public static JournalException of(final JournalFolder folder, final IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return JournalException.of(JournalException.Reason.IO, "permission denied")
                    .file(denied.getFile())
                    .wayOut("run Daybook as the user who owns the folder, or permit this user to read and write it")
                    .causedBy(e);
        }
        final JournalException.Reason reason =
                saysNoSpace(e) ? JournalException.Reason.NO_SPACE : JournalException.Reason.IO;
        if (e instanceof FileSystemException failed && failed.getFile() != null) {
            return JournalException.of(reason, describe(failed))
                    .file(failed.getFile())
                    .causedBy(e);
        }
        return JournalException.of(reason, e.toString()).file(folder.root()).causedBy(e);
    }

    /**
     * Returns whether a write failed because there was no room. Error messages are localised, so the free space is
     * compared first; the message decides only if a quota, not the disk, is exhausted.
     *
     * @param neededBytes how many bytes could not be written
     */
    public static boolean isNoSpace(
            final JournalStorage storage, final JournalFolder folder, final long neededBytes, final IOException e) {
        try {
            return storage.usableSpace(folder.root()) < neededBytes || saysNoSpace(e);
        } catch (IOException unknown) {
            e.addSuppressed(unknown);
            return saysNoSpace(e);
        }
    }

    /** Returns whether an error or one of its causes is about a full disk, as reported for files or by SQLite. */
    public static boolean saysNoSpace(final Throwable e) {
        final String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space left")
                || message.contains("not enough space")
                || message.contains("quota exceeded")
                || message.contains("[sqlite_full]")
                || e.getCause() != null && saysNoSpace(e.getCause());
    }

    private static String describe(final FileSystemException e) {
        if (e.getReason() != null) {
            return e.getReason();
        }
        return e instanceof NoSuchFileException
                ? "there is no such file"
                : e.getClass().getSimpleName();
    }
}
