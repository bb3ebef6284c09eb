package io.daybook.server.backup;

/** The failure of a backup, which the message explains. */
public final class BackupException extends Exception {
    private static final long serialVersionUID = 1;

    BackupException(final String message) {
        super(message, null, false, false);
    }
}
