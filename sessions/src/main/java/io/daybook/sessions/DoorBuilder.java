package io.daybook.sessions;

import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.Histories;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Collects the parts of a gateway, for all protocols. Used by one thread.
 *
 * @param <B> the gateway's own builder
 */
public abstract class DoorBuilder<B extends DoorBuilder<B>> {
    private @Nullable Members members;
    private @Nullable Path folder;
    private JournalStorage storage = new FileJournalStorage();
    private Clock clock = Clock.system();
    private Histories.Current history = Histories.Current.FIRST;
    private AuditLog auditLog = AuditLog.none();
    private IntPredicate isKnownElsewhere = session -> false;

    /** Creates a builder with the defaults. */
    protected DoorBuilder() {}

    /** Returns this builder, with its own type. */
    protected abstract B self();

    /** Sets the members. */
    public final B members(final Members value) {
        this.members = value;
        return self();
    }

    /** Sets the folder of the door. The outboxes are in its subfolder {@code gateway}. */
    public final B folder(final Path value) {
        this.folder = value;
        return self();
    }

    /** Sets the storage of that folder. The default is the file system. */
    public final B storage(final JournalStorage value) {
        this.storage = value;
        return self();
    }

    /** Sets the clock. The default is the system's. */
    public final B clock(final Clock value) {
        this.clock = value;
        return self();
    }

    /** Sets the history that the folder is in. The default is the first one. */
    public final B history(final Histories.Current value) {
        this.history = value;
        return self();
    }

    /** Sets the log of logins and disconnections. The default logs nothing. */
    public final B auditLog(final AuditLog value) {
        this.auditLog = value;
        return self();
    }

    /**
     * Sets a test for whether the gateway of another protocol has a session. By default none has. The test is called
     * while the exchange starts.
     */
    public final B knownElsewhere(final IntPredicate value) {
        this.isKnownElsewhere = value;
        return self();
    }

    /**
     * Returns the complete setup.
     *
     * @throws IllegalArgumentException if the members or the folder are missing
     */
    protected final DoorSetup setup(
            final SessionLimits limits,
            final boolean lossOnPowerFailure,
            final BiConsumer<String, Throwable> onFailure) {
        if (members == null || folder == null) {
            throw new IllegalArgumentException("settings, members and folder must be set");
        }
        return new DoorSetup(
                limits,
                lossOnPowerFailure,
                members,
                storage,
                folder,
                history,
                clock,
                auditLog,
                isKnownElsewhere,
                onFailure);
    }
}
