package io.daybook.venue;

import io.daybook.host.Clock;
import io.daybook.server.StartException;
import io.daybook.server.backup.BackupException;
import io.daybook.server.backup.Restore;
import io.daybook.server.identity.NotNotedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The first start on a copy, which is a restore. */
final class RestoredCopy {
    private RestoredCopy() {}

    /**
     * Restores the folder if it is a copy on which no venue has run. Called before any other file of the folder is
     * opened.
     *
     * @return messages for people, one per line; empty if the folder is not a copy
     * @throws StartException if it cannot be restored
     */
    static List<String> begin(final Path data, final Clock clock) throws StartException {
        final Restore.Done done;
        try {
            done = Restore.ofCopy(data, clock);
        } catch (BackupException e) {
            throw new StartException(false, String.valueOf(e.getMessage()));
        } catch (NotNotedException e) {
            throw new StartException(
                    false, data + " stays a copy, because its restore cannot be logged: " + e.getMessage());
        } catch (IOException e) {
            throw new StartException(false, data + " cannot be restored: " + e);
        }
        final List<String> lines = new ArrayList<>();
        if (done != null) {
            lines.add("note: " + data + " is a copy, so history was lost: it was restored to seq " + done.seq()
                    + ", and history " + done.history() + " begins. No session may log in until: daybook admit " + data
                    + " SESSION...");
            done.notes().forEach(note -> lines.add("note: " + note));
        }
        return lines;
    }
}
