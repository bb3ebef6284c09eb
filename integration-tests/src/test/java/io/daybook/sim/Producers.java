package io.daybook.sim;

import io.daybook.api.Command;
import io.daybook.model.BadLine;
import io.daybook.model.ModelRunner;
import io.daybook.model.Scenario;
import io.daybook.scenario.BadLineException;
import io.daybook.scenario.ScenarioLine;
import io.daybook.scenario.ScenarioReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Senders, each with its own clock, whose messages overtake one another a little. After a crash, the senders send most
 * of the unanswered messages again, and some of the answered ones.
 */
final class Producers {
    private static final int COUNT = 4;
    private static final int MAX_OVERTAKEN = 4;
    private static final int MEMORY = 12;
    /**
     * Twenty hours beyond the simulated clock, so that the exchange's own timestamps hardly ever decide the time of a
     * command; the doors refuse timestamps a whole day beyond the clock.
     */
    private static final long START_NS = Simulation.START_MS * 1_000_000 + 20 * 3_600_000_000_000L;

    private static final int LINES_BETWEEN_SNAPSHOTS = 150;
    private static final String SNAPSHOT = "{\"cmd\":\"snapshot\"}";
    private static final Line LINE_OF_SNAPSHOT = new Line(SNAPSHOT, meaning(new ScenarioReader(), SNAPSHOT));
    private static final long MAX_SKEW_NS = 5_000_000;

    /** The snapshot command of the exchange itself, whose timestamp is not known. */
    static final Message OWN_SNAPSHOT = snapshot(0);

    /** A line of a scenario, read once by the product and once by the model, however often it is sent. */
    static final class Line {
        private final String text;
        private final ScenarioLine meaning;
        private final io.daybook.model.@Nullable ScenarioLine modelled;

        Line(final String text, final ScenarioLine meaning) {
            this.text = text;
            this.meaning = meaning;
            this.modelled = modelled(text);
        }

        private static io.daybook.model.@Nullable ScenarioLine modelled(final String text) {
            try {
                return io.daybook.model.ScenarioLine.isSkipped(text) ? null : io.daybook.model.ScenarioLine.parse(text);
            } catch (BadLine e) {
                return null;
            }
        }

        /** The model's answer to the line. */
        String answeredBy(final ModelRunner.Session model) {
            return modelled == null ? model.run(text) : model.runLine(modelled);
        }
    }

    /** A message to send: a line, and the timestamp that the line carries if it is a command. */
    record Message(Line from, long timestampNs) {

        String line() {
            return from.text;
        }

        /** The line as the product reads it. */
        ScenarioLine meaning() {
            return from.meaning;
        }

        /** A tag for about every third command, which follows from the timestamp of the command. */
        byte[] tag() {
            final byte[] tag = new byte[timestampNs % 3 == 0 ? (int) Math.floorMod(timestampNs / 3, 97L) : 0];
            Arrays.fill(tag, (byte) (timestampNs / 7));
            return tag;
        }

        boolean isCommand() {
            return from.meaning instanceof ScenarioLine.Send;
        }

        Command command() {
            return ((ScenarioLine.Send) meaning()).command();
        }
    }

    private final Random random;
    private final ScenarioReader reader = new ScenarioReader();
    private final List<Line> waiting;
    private final Deque<Line> sentLately = new ArrayDeque<>();
    private final long[] skewNs = new long[COUNT];
    private long nowNs = START_NS;

    /**
     * Takes all well-formed lines of a scenario, because others never reach an exchange, and adds a snapshot now and
     * then.
     */
    Producers(final Scenario scenario, final Random random) {
        this.random = random;
        this.waiting = new ArrayList<>();
        for (final String text : scenario.lines()) {
            final ScenarioLine meaning = meaning(text);
            if (isWellFormed(meaning)) {
                waiting.add(new Line(text, meaning));
            }
            if (random.nextInt(LINES_BETWEEN_SNAPSHOTS) == 0) {
                waiting.add(LINE_OF_SNAPSHOT);
            }
        }
        for (int i = 0; i < COUNT; i++) {
            skewNs[i] = random.nextLong() % MAX_SKEW_NS;
        }
    }

    /**
     * Whether a line is well formed. One with a timestamp far beyond the clock is not, but only the door can detect
     * that.
     */
    private static boolean isWellFormed(final @Nullable ScenarioLine meaning) {
        return meaning != null && !(meaning instanceof ScenarioLine.Send send && send.timestampNs() > START_NS);
    }

    /** The command with which an exchange takes a snapshot by itself. */
    static Message snapshot(final long timestampNs) {
        return new Message(LINE_OF_SNAPSHOT, timestampNs);
    }

    /** A line as the product reads it; null if it is not well formed. */
    ScenarioLine meaning(final String line) {
        return meaning(reader, line);
    }

    private static ScenarioLine meaning(final ScenarioReader reader, final String line) {
        final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            return reader.read(bytes, 0, bytes.length);
        } catch (BadLineException e) {
            return null;
        }
    }

    boolean isDone() {
        return waiting.isEmpty();
    }

    /** The next message to send: mostly the oldest. */
    Message next() {
        final int overtaken = random.nextInt(8) == 0 ? random.nextInt(MAX_OVERTAKEN) : 0;
        final Line line = waiting.remove(Math.min(overtaken, waiting.size() - 1));
        sentLately.addLast(line);
        if (sentLately.size() > MEMORY) {
            sentLately.removeFirst();
        }
        nowNs += random.nextInt(2_000_000);
        final long stamp = line.meaning instanceof ScenarioLine.Send send && send.stamped()
                ? send.timestampNs()
                : nowNs + skewNs[random.nextInt(COUNT)];
        return new Message(line, stamp);
    }

    /** Takes back a message of {@link #next} that was not sent. */
    void putBack(final Message unsent) {
        sentLately.removeLastOccurrence(unsent.from());
        waiting.add(0, unsent.from());
    }

    /**
     * Queues messages again after a crash, with the ids that they had: most unanswered ones, and some answered ones.
     *
     * @param unanswered the messages that were sent and not answered, in order, however long ago
     * @return the number of unanswered messages that are sent again
     */
    int sendAgain(final List<Message> unanswered) {
        final List<Line> lines = unanswered.stream().map(Message::from).toList();
        final List<Line> again = new ArrayList<>();
        for (final Line line : sentLately) {
            if (!lines.contains(line) && random.nextInt(64) < 7) {
                again.add(line);
            }
        }
        final int answered = again.size();
        for (final Line line : lines) {
            if (random.nextInt(8) < 7) {
                again.add(line);
            }
        }
        waiting.addAll(0, again);
        sentLately.clear();
        return again.size() - answered;
    }
}
