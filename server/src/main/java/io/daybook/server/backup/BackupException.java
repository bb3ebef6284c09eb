package io.daybook.server.backup;

/** There is no backup, for a reason that the message explains. */
public final class BackupException extends Exception {
    private static final long serialVersionUID = 1;

    BackupException(final String message) {
        super(message, null, false, false);
    }
}
