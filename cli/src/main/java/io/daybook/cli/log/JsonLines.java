package io.daybook.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** Lines for programs, each an object; what belongs to a line, as {@code requestId} or {@code seq}, has a key of it. */
final class JsonLines extends LineEncoder {
    private final JsonFactory json =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    JsonLines(final QueueAppender queue) {
        super(queue);
    }

    @Override
    byte[] encode(final ILoggingEvent line, final long dropped) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator object = json.createGenerator(bytes)) {
            object.writeStartObject();
            object.writeStringField("time", time(line));
            object.writeStringField("level", line.getLevel().toString().toLowerCase(Locale.ROOT));
            object.writeStringField("logger", line.getLoggerName());
            object.writeStringField("thread", line.getThreadName());
            object.writeStringField("message", shown(line.getFormattedMessage()));
            if (line.getKeyValuePairs() != null) {
                for (final KeyValuePair pair : line.getKeyValuePairs()) {
                    write(object, pair.key, pair.value);
                }
            }
            final String stack = stack(line);
            if (stack != null) {
                object.writeStringField("error", stack);
            }
            if (dropped > 0) {
                object.writeNumberField("dropped", dropped);
            }
            object.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it writes to memory
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    private static void write(final JsonGenerator object, final String key, final @Nullable Object value)
            throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            object.writeNumberField(key, ((Number) value).longValue());
        } else {
            object.writeStringField(key, shown(value));
        }
    }
}
