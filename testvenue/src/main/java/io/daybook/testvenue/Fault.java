package io.daybook.testvenue;

import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A fault: its condition and its action. Used under the lock of its list. */
final class Fault {
    private static final List<String> DOORS = List.of("http", "spot", "ws", "tcp", "fix");
    private static final List<String> PLACES = List.of("before", "within", "after");
    private static final List<String> WHEN = List.of("door", "key", "route", "symbol", "nth", "after", "clientOrderId");
    private static final List<String> ALWAYS = List.of("when", "do", "times", "probability");
    private static final int MOST_TIMES = 1_000_000;
    private static final int MOST_MESSAGES = 1_000;

    private final int number;
    private final long seed;
    private final FaultKind kind;
    private final Map<String, String> when = new TreeMap<>();
    private final Map<String, String> says = new TreeMap<>();
    private final long nth;
    private final long after;
    private final long times;
    private final double probability;
    private long matches;
    private long fired;

    /**
     * Reads a fault.
     *
     * @param known the routes, keys and symbols of the venue
     */
    Fault(final int number, final long seed, final Body body, final Known known) {
        this.number = number;
        this.seed = seed;
        final String word = body.text("do");
        final FaultKind found = FaultKind.of(word);
        if (found == null) {
            throw unknown(body, "do", "fault", word, FaultKind.WORDS);
        }
        this.kind = found;
        if (kind == FaultKind.KILL && !known.mayBeKilled()) {
            throw body.wrong(
                    "do", "kill needs a venue with a process of its own: start it with daybook testvenue --killable");
        }
        final Body conditions = body.object("when");
        for (final String key : conditions.keys()) {
            if (!WHEN.contains(key)) {
                throw unknown(conditions, key, "condition", key, WHEN);
            }
        }
        word(conditions, "door", DOORS);
        if (known.equals(Known.ANY)) {
            for (final String key : List.of("key", "route", "symbol")) {
                put(when, key, conditions.optionalText(key));
            }
        } else {
            word(conditions, "key", known.keys());
            word(conditions, "route", known.routes());
            word(conditions, "symbol", known.symbols());
        }
        put(when, "clientOrderId", conditions.optionalText("clientOrderId"));
        this.nth = conditions.whole("nth", 0, 1, Long.MAX_VALUE);
        this.after = conditions.whole("after", 0, 0, Long.MAX_VALUE);
        final String door = when.get("door");
        if (door != null && !kind.doors().contains(door)) {
            throw conditions.wrong(
                    "door",
                    "has no " + word + ", which is for "
                            + String.join(", ", kind.doors().stream().sorted().toList()));
        }
        for (final String key : body.keys()) {
            if (!ALWAYS.contains(key) && !kind.says().contains(key)) {
                throw unknown(body, key, "key of " + word, key, kind.says());
            }
        }
        readSays(body);
        final String drawn = body.optionalText("probability");
        this.probability = drawn == null ? 1 : probability(body, drawn);
        this.times = body.whole("times", drawn == null && nth == 0 ? 1 : nth > 0 ? 1 : MOST_TIMES, 1, MOST_TIMES);
    }

    /** The words that a condition may name. */
    record Known(Set<String> keys, Set<String> routes, Set<String> symbols, boolean mayBeKilled) {
        /** Accepts all names; used for faults that the previous process has checked. */
        static final Known ANY = new Known(Set.of(), Set.of(), Set.of(), true);
    }

    private static Problem unknown(
            final Body body, final String key, final String what, final String word, final Collection<String> known) {
        return body.wrong(
                key,
                "is unknown: "
                        + String.valueOf(Words.unknown("", what, word, known).detail()));
    }

    private void word(final Body body, final String key, final Collection<String> known) {
        final String given = body.optionalText(key);
        if (given != null && !known.contains(given)) {
            throw unknown(body, key, key, given, known);
        }
        put(when, key, given);
    }

    private static void put(final Map<String, String> map, final String key, final @Nullable String value) {
        if (value != null) {
            map.put(key, value);
        }
    }

    private void readSays(final Body body) {
        if (kind.says().contains("at")) {
            final List<String> places = kind == FaultKind.CUT ? PLACES : List.of("before", "after");
            final String at = body.optionalText("at");
            if (at != null && !places.contains(at)) {
                throw unknown(body, "at", "place", at, places);
            }
            put(says, "at", at);
        }
        if (kind.says().contains("duration")) {
            final String duration = body.text("duration");
            final Duration unused = Durations.read("/duration", duration);
            says.put("duration", duration);
        }
        if (kind.says().contains("n")) {
            says.put("n", Long.toString(body.whole("n", 1, 1, MOST_MESSAGES)));
        }
        if (kind == FaultKind.HIDE) {
            says.put("streams", Boolean.toString(body.flag("streams")));
        }
        if (kind == FaultKind.REJECT) {
            says.put("reason", Reasons.read(body, String.valueOf(when.getOrDefault("door", ""))));
        }
        if (kind == FaultKind.KILL) {
            final String after = body.has("restartAfter") ? body.text("restartAfter") : "PT0S";
            says.put("restartAfter", Durations.read("/restartAfter", after).toString());
        }
        if (kind == FaultKind.FIX) {
            final String how = body.text("how");
            if (!FixWords.HOW.contains(how)) {
                throw unknown(body, "how", "fault of a session", how, FixWords.HOW);
            }
            says.put("how", how);
        }
        if (kind == FaultKind.STATUS) {
            Statuses.read(body, says);
        }
    }

    private static double probability(final Body body, final String text) {
        final BigDecimal value = Decimal.read("/probability", text);
        if (value.signum() < 0 || value.compareTo(BigDecimal.ONE) > 0) {
            throw body.wrong("probability", "must be from \"0\" to \"1\"");
        }
        return value.doubleValue();
    }

    FaultKind kind() {
        return kind;
    }

    /** The text under a key; empty if the key is missing. */
    String says(final String key) {
        return says.getOrDefault(key, "");
    }

    /** The duration of the fault. */
    Duration duration() {
        return Duration.parse(says("duration"));
    }

    /** The number of messages that the fault acts on. */
    int count() {
        return Integer.parseInt(says("n"));
    }

    boolean isUnused() {
        return fired == 0;
    }

    /**
     * Counts a message.
     *
     * @param kinds the kinds of faults that act at that place
     * @return whether this fault acts on the message, unless an earlier fault does
     */
    boolean meets(final Meeting meeting, final Set<FaultKind> kinds) {
        if (!kinds.contains(kind) || meeting.seq() < after || !matches(meeting)) {
            return false;
        }
        final long match = ++matches;
        return fired < times
                && (nth == 0 || match >= nth && match < nth + times)
                && (probability == 1 || SeededRandom.draw(seed, "fault " + number, match) < probability);
    }

    private boolean matches(final Meeting meeting) {
        return is("door", meeting.door())
                && is("key", meeting.key())
                && is("clientOrderId", meeting.clientOrderId())
                && (!when.containsKey("symbol") || sameSymbol(when.get("symbol"), meeting.symbol()))
                && (!when.containsKey("route") || meeting.routes().contains(when.get("route")));
    }

    private boolean is(final String key, final String value) {
        final String wanted = when.get(key);
        return wanted == null || wanted.equals(value);
    }

    /** Returns whether both name the same symbol: the spot dialect leaves the dash out, and streams use lower case. */
    private static boolean sameSymbol(final String wanted, final String met) {
        return wanted.replace("-", "").equalsIgnoreCase(met.replace("-", ""));
    }

    /** Counts that the fault was carried out. */
    void fire() {
        fired++;
    }

    /** The number of the fault, and how often it was matched and carried out. */
    String counts() {
        return number + " " + matches + " " + fired;
    }

    /** Takes over the counts of {@link #counts}, if they belong to this fault. */
    void takeOver(final String counts) {
        final String[] words = counts.split(" ", -1);
        if (Integer.parseInt(words[0]) == number) {
            matches = Long.parseLong(words[1]);
            fired = Long.parseLong(words[2]);
        }
    }

    void write(final Json json) {
        json.object().put("number", number).put("do", kind.word()).object("when");
        when.forEach(json::put);
        if (nth > 0) {
            json.put("nth", nth);
        }
        if (after > 0) {
            json.put("after", after);
        }
        json.end();
        says.forEach(json::put);
        json.put("matches", matches)
                .put("met", fired)
                .put("left", times - fired)
                .end();
    }
}
