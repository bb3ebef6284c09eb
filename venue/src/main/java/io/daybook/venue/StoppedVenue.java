package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeState;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.tcp.TcpGateway;
import io.daybook.host.Clock;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.server.StartException;
import io.daybook.server.backup.Restore;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.audit.JsonAuditLog;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.member.Closing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The acts of an operator on the folder of a stopped venue. */
public final class StoppedVenue {
    private StoppedVenue() {}

    /**
     * Ends a day for the sessions of FIX: the exchange starts with only the book of FIX, and no door opens.
     *
     * @param starting starts the exchange with followers
     * @return the exchange, which has ended
     * @throws StartException if the file has no [fix], no venue has run on the folder, the members have faults, or the
     *     disk or the ring has no room
     * @throws IOException if the audit log cannot be closed
     */
    public static Exchange endDay(final VenueFile<?> config, final Function<List<Attachment>, Exchange> starting)
            throws StartException, IOException {
        final Path members = config.members();
        if (config.fix() == null || members == null) {
            throw new StartException(true, "fix: is missing. Only FIX has days");
        }
        if (Files.notExists(config.data())) {
            throw new StartException(true, config.data() + " does not exist: no venue has run on it");
        }
        requireNoCopy(config.data());
        try (JsonAuditLog audit = audit(config.data())) {
            return endDay(config, members, audit, starting);
        }
    }

    private static Exchange endDay(
            final VenueFile<?> config,
            final Path members,
            final AuditLog audit,
            final Function<List<Attachment>, Exchange> starting)
            throws StartException {
        final Doors doors = new Doors(
                new Doors.Wanted(
                        config.data(), null, config.fix(), config.listings(), config.lossOnPowerFailure(), false),
                new MembersFile(members).read(),
                audit,
                VenueHops.none(),
                VenueGiven.of(Clock.system()));
        final FixEntrance fix = Objects.requireNonNull(doors.fix(), "the file must have [fix]");
        final Exchange exchange;
        try {
            exchange = starting.apply(doors.attachments());
        } catch (RuntimeException | Error e) {
            Closing.after(e, doors::close);
            throw e;
        }
        final boolean isRolled;
        try {
            isRolled = fix.roll(exchange);
        } catch (RuntimeException | Error e) {
            Closing.after(e, fix::stop, exchange, doors::close);
            throw e;
        }
        Closing.all(fix::stop, exchange, doors::close);
        if (!isRolled && exchange.state() != ExchangeState.FAILED) {
            throw new StartException(false, "the disk or the ring has no room: roll again");
        }
        return exchange;
    }

    /**
     * Refuses a copy, which has to be restored first: commands written before that would have numbers of the lost
     * history.
     */
    private static void requireNoCopy(final Path data) throws StartException {
        if (Restore.isCopy(data)) {
            throw new StartException(
                    true, data + " is a copy of a backup that was not restored yet: daybook restore-backup " + data);
        }
    }

    /**
     * Deletes the messages of a session, so that the next start makes its stream again from the journal.
     *
     * @param data the exchange's folder
     * @param who the name of this process, for a message to another process that needs the folder
     * @return the session's new epoch
     * @throws io.daybook.host.storage.StorageLockedException if a process has the folder
     * @throws IllegalArgumentException if the folder has no such session
     * @throws StartException if the folder is a copy that was not restored
     * @throws IOException if the folder cannot be read or written
     */
    public static int resetSession(final Path data, final int session, final String who)
            throws IOException, StartException {
        requireNoCopy(data);
        final FileJournalStorage storage = new FileJournalStorage();
        final StorageLock lock = storage.lock(data.resolve(FolderLock.FILE), who);
        try (lock;
                JsonAuditLog audit = audit(data)) {
            final int epoch = TcpGateway.reset(storage, data, session);
            audit.write(new AuditEvent.AdminAct("command line", "reset", "session " + session + " epoch " + epoch));
            return epoch;
        }
    }

    private static JsonAuditLog audit(final Path data) {
        return new JsonAuditLog(new FileJournalStorage(), data.resolve(Doors.FOLDER), Clock.system(), failure -> {});
    }
}
