package io.daybook.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes JSON, part by part. Used by one thread. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final JsonGenerator generator;
    private TimeUnit unit = TimeUnit.MILLISECONDS;

    public Json() {
        try {
            generator = FACTORY.createGenerator(bytes);
        } catch (IOException e) {
            throw inMemory(e);
        }
    }

    /** Begins an object that is a value. */
    public Json object() {
        return write(JsonGenerator::writeStartObject);
    }

    /** Begins an object under a name. */
    public Json object(final String name) {
        return write(out -> out.writeObjectFieldStart(name));
    }

    /** Ends the object. */
    public Json end() {
        return write(JsonGenerator::writeEndObject);
    }

    /** Begins a list that is a value. */
    public Json list() {
        return write(JsonGenerator::writeStartArray);
    }

    /** Begins a list under a name. */
    public Json list(final String name) {
        return write(out -> out.writeArrayFieldStart(name));
    }

    /** Ends the list. */
    public Json endList() {
        return write(JsonGenerator::writeEndArray);
    }

    /** Writes a text in a list. */
    public Json item(final String text) {
        return write(out -> out.writeString(text));
    }

    /** Writes a number in a list. */
    public Json item(final long number) {
        return write(out -> out.writeNumber(number));
    }

    /** Writes true or false in a list. */
    public Json item(final boolean flag) {
        return write(out -> out.writeBoolean(flag));
    }

    /** Writes a name, whose value is written next. */
    public Json name(final String name) {
        return write(out -> out.writeFieldName(name));
    }

    /** Writes null under a name. */
    public Json putNull(final String name) {
        return write(out -> out.writeNullField(name));
    }

    /** Writes a text under a name; nothing for null. */
    public Json put(final String name, final @Nullable String text) {
        return text == null ? this : write(out -> out.writeStringField(name, text));
    }

    /** Writes a number under a name. */
    public Json put(final String name, final long number) {
        return write(out -> out.writeNumberField(name, number));
    }

    /** Writes true or false under a name. */
    public Json put(final String name, final boolean flag) {
        return write(out -> out.writeBooleanField(name, flag));
    }

    /** Writes a text, Long or Boolean under a name. */
    public Json putAny(final String name, final Object value) {
        if (value instanceof Long number) {
            return put(name, number.longValue());
        }
        return value instanceof Boolean flag ? put(name, flag.booleanValue()) : put(name, String.valueOf(value));
    }

    /** Sets the unit of later times: μs or ms. */
    public Json micros(final boolean areMicros) {
        unit = areMicros ? TimeUnit.MICROSECONDS : TimeUnit.MILLISECONDS;
        return this;
    }

    /** Writes a time, ns since the epoch, under a name. */
    public Json putTime(final String name, final long ns) {
        return put(name, unit.convert(ns, TimeUnit.NANOSECONDS));
    }

    /** Writes a time, ns since the epoch, in a list. */
    public Json itemTime(final long ns) {
        return item(unit.convert(ns, TimeUnit.NANOSECONDS));
    }

    /** Writes JSON that was made before, under a name. */
    public Json raw(final String name, final byte[] json) {
        return write(out -> {
            out.writeFieldName(name);
            out.writeRawValue(new String(json, StandardCharsets.UTF_8));
        });
    }

    /** The JSON as UTF-8. */
    public byte[] bytes() {
        try {
            generator.flush();
        } catch (IOException e) {
            throw inMemory(e);
        }
        return bytes.toByteArray();
    }

    private Json write(final Writing part) {
        try {
            part.to(generator);
        } catch (IOException e) {
            throw inMemory(e);
        }
        return this;
    }

    private static UncheckedIOException inMemory(final IOException cause) {
        return new UncheckedIOException("writing to memory", cause);
    }

    private interface Writing {
        void to(JsonGenerator out) throws IOException;
    }
}
