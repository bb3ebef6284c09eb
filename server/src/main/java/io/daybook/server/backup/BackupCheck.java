package io.daybook.server.backup;

import io.daybook.api.AuditReport;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import java.io.IOException;
import java.nio.file.Path;

/** Checks whether a copy recovers and balances. */
@FunctionalInterface
public interface BackupCheck {
    /**
     * Recovers a copy.
     *
     * @param copy the folder of an exchange that does not run
     * @return its last command and the hash of its state
     * @throws BackupException if it does not recover, or does not balance
     * @throws IOException if the check itself fails
     */
    Checked check(Path copy) throws BackupException, IOException;

    /**
     * The state that a copy recovers to.
     *
     * @param seq the seq of the copy's last command
     * @param stateHash the hash of the state after that command
     */
    record Checked(long seq, long stateHash) {}

    /** Recovers a copy in this process, which needs memory for a second exchange. */
    static Checked here(final Path copy) throws BackupException {
        try {
            final RecoveredState state = RecoveredState.readOnly(new FileJournalStorage(), copy);
            final AuditReport audit = state.engine().audit();
            if (!audit.isBalanced()) {
                throw new BackupException("the copy does not balance: " + String.join("; ", audit.violations()));
            }
            return new Checked(audit.seq(), state.engine().stateHash());
        } catch (RecoveryFailedException e) {
            throw new BackupException("the copy does not recover: " + e.getMessage());
        }
    }
}
