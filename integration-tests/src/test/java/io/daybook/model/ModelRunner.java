package io.daybook.model;

import java.util.ArrayList;
import java.util.List;

/** Runs scenarios on the model. */
public final class ModelRunner implements ScenarioRunner {
    /** A listener that ignores everything. */
    public static final Listener NOBODY = (line, outcome, exchange) -> {};

    private final Listener listener;

    /** Called with the exchange after every line that is a command or a query. */
    public interface Listener {
        void onCommand(ScenarioLine line, Outcome outcome, Exchange exchange);

        /** Called for a line that is neither a command nor a query. */
        default void onBadLine() {}
    }

    public ModelRunner() {
        this(NOBODY);
    }

    public ModelRunner(final Listener listener) {
        this.listener = listener;
    }

    @Override
    public List<String> run(final Scenario scenario) {
        final Session session = new Session(scenario.settings(), listener);
        final List<String> results = new ArrayList<>();
        for (final String line : scenario.lines()) {
            final String result = session.run(line);
            if (!result.isEmpty()) {
                results.add(result);
            }
        }
        return results;
    }

    /** A model that runs one line at a time. */
    public static final class Session {
        private static final long NS_PER_MS = 1_000_000;
        private static final long NS_PER_DAY = 86_400_000_000_000L;

        private final Listener listener;
        private final Exchange exchange;
        private long lineNumber;
        private long seq;

        public Session(final Settings settings, final Listener listener) {
            this.listener = listener;
            this.exchange = new Exchange(settings);
        }

        public Exchange exchange() {
            return exchange;
        }

        /** Runs a line; returns the result line, which is empty for a line that is skipped. */
        public String run(final String text) {
            lineNumber++;
            if (ScenarioLine.isSkipped(text)) {
                return "";
            }
            try {
                return run(ScenarioLine.parse(text));
            } catch (BadLine bad) {
                return bad();
            }
        }

        /** Runs a line that was parsed before; returns the result line. */
        public String runLine(final ScenarioLine line) {
            lineNumber++;
            try {
                return run(line);
            } catch (BadLine bad) {
                return bad();
            }
        }

        private String bad() {
            listener.onBadLine();
            return "{\"line\":" + lineNumber + ",\"error\":\"bad line\"}";
        }

        private String run(final ScenarioLine line) throws BadLine {
            final long now = System.currentTimeMillis() * NS_PER_MS;
            final long stamp = line.stamp() == null ? now : line.stamp();
            final boolean isCommand = !line.command().isQuery(); // a query has no time of its own
            if (isCommand
                    && stamp > now + NS_PER_DAY
                    && stamp > exchange.state().time() + NS_PER_DAY) {
                throw new BadLine("a timestamp more than a day ahead: " + stamp);
            }
            if (isCommand) {
                exchange.advance(stamp);
            }
            final Outcome outcome = exchange.apply(line.command());
            if (isCommand) {
                seq++;
            }
            listener.onCommand(line, outcome, exchange);
            return "{\"seq\":" + seq
                    + ",\"cmd\":\"" + line.cmd() + "\""
                    + ",\"result\":\"" + outcome.code() + "\""
                    + (line.cookie() == 0 ? "" : ",\"cookie\":" + line.cookie())
                    + outcome.fields() + "}";
        }
    }
}
