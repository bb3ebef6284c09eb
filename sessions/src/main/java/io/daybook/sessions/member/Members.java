package io.daybook.sessions.member;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All sessions of a gateway, from one reading of {@code members.json}. Immutable. */
public final class Members {
    private final List<SessionSettings> sessions;
    private final int[] numbers;

    private Members(final List<SessionSettings> sessions) {
        this.sessions = sessions;
        this.numbers = sessions.stream().mapToInt(SessionSettings::session).toArray();
    }

    /**
     * Sorts the sessions.
     *
     * @throws IllegalArgumentException if two have the same number, or two of FIX the same pair of CompIDs
     */
    public static Members of(final List<SessionSettings> sessions) {
        final List<SessionSettings> sorted = sessions.stream()
                .sorted(Comparator.comparingInt(SessionSettings::session))
                .toList();
        final Map<String, SessionSettings> byCompIds = new HashMap<>();
        for (int i = 0; i < sorted.size(); i++) {
            final SessionSettings next = sorted.get(i);
            if (i > 0 && sorted.get(i - 1).session() == next.session()) {
                throw new IllegalArgumentException(
                        "a session must have a number of its own: session=" + next.session());
            }
            if (next.protocol() == Protocol.FIX) {
                final SessionSettings other = byCompIds.put(next.compId() + " " + next.venue(), next);
                if (other != null) {
                    throw new IllegalArgumentException("sessions of FIX must differ in compId or venue: compId="
                            + next.compId() + " venue=" + next.venue() + " of sessions " + other.session() + " and "
                            + next.session());
                }
            }
        }
        return new Members(sorted);
    }

    /** Returns the settings of a session, or null if there is no such session. Allocates nothing. */
    public @Nullable SessionSettings session(final int session) {
        final int index = Arrays.binarySearch(numbers, session);
        return index < 0 ? null : sessions.get(index);
    }

    /** All sessions, by ascending number. */
    public List<SessionSettings> sessions() {
        return sessions;
    }
}
