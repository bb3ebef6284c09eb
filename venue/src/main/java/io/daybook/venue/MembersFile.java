package io.daybook.venue;

import io.daybook.config.ConfigException;
import io.daybook.gateway.config.MembersReader;
import io.daybook.server.StartException;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The members file of a venue. It is read at the start, when it changes, and when an operator requests it. A file with
 * faults changes nothing, and is recorded in the audit log. Used by one thread at a time.
 */
final class MembersFile {
    private final Path file;
    private final WatchedFile watched;

    MembersFile(final Path file) {
        this.file = file;
        this.watched = new WatchedFile(file);
    }

    /** Returns whether this is the file with a path. */
    boolean isOf(final Path other) {
        return file.equals(other);
    }

    /**
     * Reads the file.
     *
     * @throws StartException with all faults of the file
     */
    Members read() throws StartException {
        watched.markRead();
        try {
            return MembersReader.read(file);
        } catch (final ConfigException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw new StartException(true, Failures.describe(e, file.toString()));
        }
    }

    /**
     * Reads the file again while doors are open.
     *
     * @throws StartException if the file has faults, or a door refuses it; the earlier members stay in force
     */
    void reload(final Doors doors, final AuditLog audit) throws StartException {
        try {
            final Members read = read();
            try {
                doors.reload(read);
            } catch (final IllegalArgumentException e) {
                throw new StartException(true, file + ": " + e.getMessage());
            }
        } catch (final StartException e) {
            audit.write(new AuditEvent.ReloadRefused(String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /**
     * Reads the file again if it has changed.
     *
     * @param notes takes lines for people
     */
    void reloadIfChanged(final Doors doors, final AuditLog audit, final Consumer<String> notes) {
        if (watched.hasChanged()) {
            reload(doors, audit, notes);
        }
    }

    /** Reads the file again, and reports the members that are in force. */
    void reload(final Doors doors, final AuditLog audit, final Consumer<String> notes) {
        try {
            reload(doors, audit);
            notes.accept(
                    file + ": " + Failures.counted(doors.counting().sessions().size(), "session") + " are in force");
        } catch (final StartException e) {
            notes.accept(String.valueOf(e.getMessage()));
            notes.accept("the earlier members stay in force");
        }
    }
}
