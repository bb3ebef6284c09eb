package io.daybook.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAware;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import io.daybook.server.config.LogFormat;
import io.daybook.server.config.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.LoggerFactory;

/** Logback without its configuration files: a queue passes the lines to standard error or to rotating files. */
final class LogbackLog implements VenueLog {
    private static final String OURS = "io.daybook";

    /** QuickFIX/J logs each message that it cannot read to this logger, in full, even from strangers. */
    private static final String UNREADABLE = "quickfix.mina.message.FIXMessageDecoder";

    /**
     * Chronicle logs advice on options of the JVM to this logger at each start, as an error. Daybook does not need the
     * options.
     */
    private static final String ADVICE = "net.openhft.chronicle.core.internal.ClassUtil";

    private final LoggerContext context;

    private LogbackLog(final LoggerContext context) {
        this.context = context;
    }

    static VenueLog open(final LogSettings settings, final boolean isTerminal) throws IOException {
        return open((LoggerContext) LoggerFactory.getILoggerFactory(), settings, isTerminal);
    }

    static LogbackLog open(final LoggerContext context, final LogSettings settings, final boolean isTerminal)
            throws IOException {
        final Path file = settings.file();
        final QueueAppender queue = new QueueAppender();
        final boolean isText = settings.format() == LogFormat.TEXT
                || settings.format() == LogFormat.AUTO && file == null && isTerminal;
        final LineEncoder lines = isText ? new TextLines(queue) : new JsonLines(queue);
        lines.setContext(context);
        lines.start();
        queue.setContext(context);
        queue.addAppender(file == null ? standardError(context, lines) : files(context, lines, settings, file));
        queue.start();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(queue);
        context.getLogger(ADVICE).setLevel(Level.OFF);
        context.getLogger(UNREADABLE).setLevel(Level.OFF);
        final LogbackLog log = new LogbackLog(context);
        log.level(settings.level());
        return log;
    }

    private static Appender<ILoggingEvent> standardError(final LoggerContext context, final LineEncoder lines) {
        final ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(lines);
        appender.start();
        return appender;
    }

    /**
     * Creates the rotating files: FILE is written, FILE.1 is the previous one, and the oldest is deleted at each
     * rotation.
     */
    private static Appender<ILoggingEvent> files(
            final LoggerContext context, final LineEncoder lines, final LogSettings settings, final Path file)
            throws IOException {
        requireWritable(file);
        final RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(lines);
        final FixedWindowRollingPolicy turns = new FixedWindowRollingPolicy();
        turns.setParent(appender);
        turns.setMinIndex(1);
        turns.setMaxIndex(settings.files());
        turns.setFileNamePattern(file + ".%i");
        final SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setMaxFileSize(new FileSize(settings.fileBytes()));
        size.setCheckIncrement(Duration.buildByMilliseconds(0)); // at each line, so that a burst stays within the bound
        appender.setRollingPolicy(turns);
        appender.setTriggeringPolicy(size);
        for (final ContextAware part : new ContextAware[] {turns, size}) {
            part.setContext(context);
        }
        turns.start();
        size.start();
        appender.start();
        if (!appender.isStarted()) {
            throw new IOException(file + ": cannot be used for a log");
        }
        return appender;
    }

    /** Fails if the file cannot be written, because Logback would silently continue without a log. */
    private static void requireWritable(final Path file) throws IOException {
        final Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                .close();
    }

    /**
     * Sets the level of Daybook. Libraries log only warnings and errors: their lines about single messages do not
     * belong in a log.
     */
    @Override
    public void level(final org.slf4j.event.Level level) {
        final Level wanted = Level.convertAnSLF4JLevel(level);
        final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(wanted.isGreaterOrEqual(Level.WARN) ? wanted : Level.WARN);
        context.getLogger(OURS).setLevel(wanted);
    }

    @Override
    public void close() {
        context.stop();
    }
}
