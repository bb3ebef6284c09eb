package io.daybook.server;

import io.daybook.server.api.DoorSessionRoutes;
import io.daybook.sessions.member.Protocol;

/** The other doors of a venue, for operators over HTTP. Any thread. */
public interface VenueDoors extends DoorSessionRoutes.Doors {
    /** The number of sessions of a protocol that are logged in; negative if the venue has no such door. */
    int upCount(Protocol protocol);

    /** The number of sessions of a protocol that may log in. */
    int count(Protocol protocol);

    /**
     * Reads the times of a command.
     *
     * @param seq the seq of the command
     * @param byCode receives the time of each known hop, at the hop's code
     * @return whether the command was timed and its times are still kept
     */
    boolean readHops(long seq, long[] byCode);
}
