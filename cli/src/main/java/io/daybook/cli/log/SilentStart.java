package io.daybook.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * Logback finds this class first. It makes Logback read no configuration file and stay silent until {@link VenueLog} is
 * opened.
 */
public final class SilentStart extends ContextAwareBase implements Configurator {
    /** Called by the service loader. */
    public SilentStart() {
        super();
    }

    @Override
    public ExecutionStatus configure(final LoggerContext context) {
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
