package io.daybook.sessions;

import io.daybook.host.Clock;
import io.daybook.host.storage.JournalStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.Histories;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;

/**
 * The parts that the sessions of a door need, whatever its protocol.
 *
 * @param limits the limits of connections
 * @param lossOnPowerFailure whether the exchange may answer before it is forced
 * @param members the members
 * @param storage the storage of the folder
 * @param data the door's own folder
 * @param history the history of the folder
 * @param clock the time
 * @param audit the log of logins and disconnections
 * @param isKnownElsewhere whether another protocol's book, attached before this one, has a session
 * @param onFailure receives each exception of a session, with its context
 */
public record DoorSetup(
        SessionLimits limits,
        boolean lossOnPowerFailure,
        Members members,
        JournalStorage storage,
        Path data,
        Histories.Current history,
        Clock clock,
        AuditLog audit,
        IntPredicate isKnownElsewhere,
        BiConsumer<String, Throwable> onFailure) {

    /** A setup for an exchange that was never restored. */
    public DoorSetup(
            final SessionLimits limits,
            final boolean lossOnPowerFailure,
            final Members members,
            final JournalStorage storage,
            final Path data,
            final Clock clock,
            final AuditLog audit,
            final IntPredicate isKnownElsewhere,
            final BiConsumer<String, Throwable> onFailure) {
        this(
                limits,
                lossOnPowerFailure,
                members,
                storage,
                data,
                Histories.Current.FIRST,
                clock,
                audit,
                isKnownElsewhere,
                onFailure);
    }
}
