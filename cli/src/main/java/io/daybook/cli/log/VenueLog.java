package io.daybook.cli.log;

import io.daybook.server.config.LogSettings;
import java.io.IOException;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The log of this process, until it is closed. Used by one thread; lines come from any. */
public interface VenueLog extends AutoCloseable {
    /**
     * Opens it. Where SLF4J is bound to something else than Logback, that decides what is logged.
     *
     * @param isTerminal whether a person reads standard error
     * @throws IOException if the file cannot be written
     */
    static VenueLog open(final LogSettings settings, final boolean isTerminal) throws IOException {
        final String bound = LoggerFactory.getILoggerFactory().getClass().getName();
        return bound.startsWith("ch.qos.logback.") ? LogbackLog.open(settings, isTerminal) : new OfOthers();
    }

    /** Lines of this level and above are written from now on. */
    void level(Level level);

    /** Writes what waits, and nothing after it. */
    @Override
    void close();

    /** A log that another binding writes. */
    final class OfOthers implements VenueLog {
        @Override
        public void level(final Level level) {
            // decided elsewhere
        }

        @Override
        public void close() {
            // nothing was opened
        }
    }
}
