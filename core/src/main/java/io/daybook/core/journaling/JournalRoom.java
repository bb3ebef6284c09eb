package io.daybook.core.journaling;

import io.daybook.api.Limits;
import io.daybook.api.NoSpaceException;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalWriter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reserves room in the journal for accepted commands: while the disk has no room for the next segment and the current
 * one has less than a full ring could need, doors refuse commands. A command that carries a payload of its own is
 * refused as soon as there is no next segment, because it may take as much as thousands of others. Any thread; costs
 * one volatile read.
 */
public final class JournalRoom {
    /** The most bytes that one command takes: a frame of its own, and the rest of its sector. */
    private static final long MOST_BYTES_A_COMMAND = 1024;

    private final Lifecycle lifecycle;
    private final @Nullable Journal journal;
    private final @Nullable JournalWriter writer;
    private final long neededBytes;

    public JournalRoom(
            final Lifecycle lifecycle, final @Nullable Journal journal, final int ringSize, final int blockBytes) {
        this.lifecycle = lifecycle;
        this.journal = journal;
        this.writer = journal == null ? null : journal.writer();
        this.neededBytes = ringSize * MOST_BYTES_A_COMMAND + blockBytes + Limits.MAX_COMMAND_BYTES;
    }

    /**
     * Checks the room for a command of the fast door, or for a small one of the safe door.
     *
     * @throws NoSpaceException if there is not enough room
     */
    public void require() {
        final JournalWriter log = writer;
        if (log != null && log.isShortOfSpace()) {
            requireBytes(log, neededBytes);
        }
    }

    /**
     * Checks the room for a command with a payload.
     *
     * @throws NoSpaceException if there is not enough room
     */
    public void requireForPayload() {
        final JournalWriter log = writer;
        if (log != null && log.isShortOfSpace()) {
            requireBytes(log, Long.MAX_VALUE);
        }
    }

    /** Whether commands are refused. */
    public boolean isShort() {
        final JournalWriter log = writer;
        return log != null && log.isShortOfSpace() && log.roomBytes() < neededBytes;
    }

    /** Refuses if too few bytes are left. A stopped exchange passes: the next claim reports that it has stopped. */
    private void requireBytes(final JournalWriter log, final long needed) {
        final long room = log.roomBytes();
        if (room < needed && lifecycle.isRunning()) {
            throw new NoSpaceException("the disk has no room for the next segment of the journal: " + room
                    + " bytes are left, reserved for commands accepted before; free space, and commands are accepted"
                    + " again"
                    + held());
        }
    }

    /** A list of the bytes that marks and followers keep on the disk, for an operator who needs to free space. */
    private String held() {
        final StringBuilder text = new StringBuilder();
        if (journal != null) {
            Stream.of(journal.marks().lastHeld(), journal.followerHolds().lastHeld())
                    .flatMap(List::stream)
                    .filter(held -> held.bytes() > 0)
                    .forEach(held -> text.append("; ").append(held));
        }
        return text.toString();
    }
}
