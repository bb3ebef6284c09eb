package io.daybook.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/** Lines for people: {@code 2026-11-24T03:40:09.123Z ERROR server.http.Dispatcher: a request failed requestId=8f2c}. */
final class TextLines extends LineEncoder {
    private static final String OURS = "io.daybook.";
    private static final String INDENT = "    ";

    TextLines(final QueueAppender queue) {
        super(queue);
    }

    @Override
    byte[] encode(final ILoggingEvent line, final long dropped) {
        final String logger = line.getLoggerName();
        final StringBuilder text = new StringBuilder(time(line));
        text.append(String.format(Locale.ROOT, " %-5s ", line.getLevel()));
        text.append(logger.startsWith(OURS) ? logger.substring(OURS.length()) : logger);
        text.append(": ");
        appendVisible(text, shown(line.getFormattedMessage()));
        if (line.getKeyValuePairs() != null) {
            for (final KeyValuePair pair : line.getKeyValuePairs()) {
                text.append(' ').append(pair.key).append('=');
                appendVisible(text, shown(pair.value));
            }
        }
        if (dropped > 0) {
            text.append(" dropped=").append(dropped);
        }
        text.append('\n');
        final String stack = stack(line);
        if (stack != null) {
            stack.lines().forEach(one -> {
                appendVisible(text.append(INDENT), one.replace("\t", INDENT));
                text.append('\n');
            });
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Appends untrusted text, which must not begin a line, move the cursor or change the direction of the text after
     * it.
     */
    private static void appendVisible(final StringBuilder to, final String text) {
        text.chars().forEach(c -> {
            if (Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || c == '\u2028'
                    || c == '\u2029') {
                to.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                to.append((char) c);
            }
        });
    }
}
