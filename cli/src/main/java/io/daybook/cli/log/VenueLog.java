package io.daybook.cli.log;

import io.daybook.server.config.LogSettings;
import java.io.IOException;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The log of this process, until it is closed. Used by one thread; any thread may log lines. */
public interface VenueLog extends AutoCloseable {
    /**
     * Opens the log. If SLF4J is bound to something other than Logback, that binding decides what is logged.
     *
     * @param isTerminal whether standard error is a terminal
     * @throws IOException if the file cannot be written
     */
    static VenueLog open(final LogSettings settings, final boolean isTerminal) throws IOException {
        final String bound = LoggerFactory.getILoggerFactory().getClass().getName();
        return bound.startsWith("ch.qos.logback.") ? LogbackLog.open(settings, isTerminal) : new OfOthers();
    }

    /** Sets the level: lines of this level and above are written from now on. */
    void level(Level level);

    /** Writes the lines that still wait. No line is written afterwards. */
    @Override
    void close();

    /** A log that another binding of SLF4J writes. */
    final class OfOthers implements VenueLog {
        @Override
        public void level(final Level level) {
            // the other binding decides the level
        }

        @Override
        public void close() {
            // nothing was opened
        }
    }
}
