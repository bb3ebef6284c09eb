package io.daybook.testvenue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kinds of faults, each with the doors at which it acts and its further keys. */
@SuppressWarnings("ImmutableEnumChecker") // the lists and sets are immutable
enum FaultKind {
    DELAY("delay", Set.of("http", "spot", "ws", "tcp", "fix"), "at", "duration"),
    LOSE_ANSWER("loseAnswer", Set.of("http", "spot", "ws", "tcp", "fix")),
    LOSE_REQUEST("loseRequest", Set.of("http", "spot", "tcp", "fix")),
    STATUS("status", Set.of("http", "spot"), "at", "code", "status", "body", "type", "retryAfter"),
    CUT("cut", Set.of("http", "spot", "ws", "tcp", "fix"), "at"),
    HIDE("hide", Set.of("http", "spot"), "duration", "streams"),
    DROP("drop", Set.of("ws"), "n"),
    REPEAT("repeat", Set.of("ws"), "n"),
    SWAP("swap", Set.of("ws"), "n"),
    STALL("stall", Set.of("ws", "tcp", "fix"), "duration"),
    REJECT("reject", Set.of("http", "tcp", "fix"), "reason"),
    FIX("fix", Set.of("fix"), "how"),
    KILL("kill", Set.of("http", "spot", "tcp", "fix"), "at", "restartAfter");

    /** All names of kinds, in their order. */
    static final List<String> WORDS =
            Arrays.stream(values()).map(FaultKind::word).toList();

    private final String word;
    private final Set<String> doors;
    private final List<String> says;

    FaultKind(final String word, final Set<String> doors, final String... says) {
        this.word = word;
        this.doors = doors;
        this.says = List.of(says);
    }

    String word() {
        return word;
    }

    /** The doors at which this kind acts. */
    Set<String> doors() {
        return doors;
    }

    /** The keys that this kind has besides {@code when}, {@code do}, {@code times} and {@code probability}. */
    List<String> says() {
        return says;
    }

    /** The kinds that act at a door. */
    static Set<FaultKind> at(final String door) {
        final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (final FaultKind kind : values()) {
            if (kind.doors.contains(door)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** The kinds that act on the connections of a door; a refusal acts later, when the door takes the request. */
    static Set<FaultKind> inConnectionsOf(final String door) {
        final Set<FaultKind> kinds = at(door);
        kinds.remove(REJECT);
        return kinds;
    }

    /** The kind with a word; null if there is none. */
    static @Nullable FaultKind of(final String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word.equals(word))
                .findFirst()
                .orElse(null);
    }
}
