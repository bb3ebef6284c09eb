package io.daybook.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.daybook.wire.json.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Lines for programs. Each is an object; the parts of a line, such as {@code requestId} or {@code seq}, are its keys.
 */
final class JsonLines extends LineEncoder {
    JsonLines(final QueueAppender queue) {
        super(queue);
    }

    @Override
    byte[] encode(final ILoggingEvent line, final long dropped) {
        final Json object = new Json(Json.Escapes.SHORT_ASCII)
                .object()
                .put("time", time(line))
                .put("level", line.getLevel().toString().toLowerCase(Locale.ROOT))
                .put("logger", line.getLoggerName())
                .put("thread", line.getThreadName())
                .put("message", shown(line.getFormattedMessage()));
        if (line.getKeyValuePairs() != null) {
            for (final KeyValuePair pair : line.getKeyValuePairs()) {
                write(object, pair.key, pair.value);
            }
        }
        object.put("error", stack(line));
        if (dropped > 0) {
            object.put("dropped", dropped);
        }
        return object.end().endLine().bytes();
    }

    private static void write(final Json object, final String key, final @Nullable Object value) {
        if (value instanceof Integer || value instanceof Long) {
            object.put(key, ((Number) value).longValue());
        } else {
            object.put(key, shown(value));
        }
    }
}
