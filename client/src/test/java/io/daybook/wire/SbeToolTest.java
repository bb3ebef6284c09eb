package io.daybook.wire;

import static io.daybook.wire.GeneratedCodecs.method;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares our codecs with those that SBE's own tool generates from daybook.xml: both ways, each field of each message.
 */
@Proves("the TCP schema is what SBE's own tool generates")
@Tag("whole")
final class SbeToolTest {
    private static final int SOFH_LENGTH = 6;
    private static final Schema SCHEMA = Schema.load();

    @TempDir
    private static Path folder;

    private static GeneratedCodecs generated;

    private final byte[] ours = new byte[Frame.MAX_LENGTH];
    private final byte[] theirs = new byte[Frame.MAX_LENGTH];

    @BeforeAll
    static void generate() throws Exception {
        generated = new GeneratedCodecs("/daybook.xml", "io.daybook.sbe", folder);
    }

    @AfterAll
    static void close() throws IOException {
        generated.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteWhatTheToolWrites(final Samples sample) throws ReflectiveOperationException {
        final int length = sample.encode(ours, 0);
        final Object encoder = encoder(sample.template());
        for (final Schema.Field field : SCHEMA.message(sample.template()).fields()) {
            write(encoder, field, sample.fields().get(field.name()));
        }
        assertSameBytes(length);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteWhatTheToolReads(final Samples sample) throws ReflectiveOperationException {
        sample.encode(ours, 0);
        final Object decoder = codec(SCHEMA.message(sample.template()).name(), "Decoder");
        method(decoder, "wrapAndApplyHeader", 3, DirectBuffer.class)
                .invoke(decoder, new UnsafeBuffer(ours), SOFH_LENGTH, codec("MessageHeader", "Decoder"));
        for (final Schema.Field field : SCHEMA.message(sample.template()).fields()) {
            final Object expected = sample.fields().get(field.name());
            assertEquals(
                    expected instanceof Number number ? unsigned(number.longValue(), field) : expected,
                    read(decoder, field),
                    field.name());
        }
    }

    @Test
    void shouldWriteTheGroupThatTheToolWrites() throws ReflectiveOperationException {
        final long[] values = new long[PlaceTermsDescriptor.MAX_TERM + 1];
        values[0] = 0x0102030405060708L;
        values[18] = -9;
        final int length = PlaceTermsDescriptor.encode(ours, 0, 9, 301, 4, 2, 1, 77, 88, 99, 1 | 1 << 18, values);
        final Object encoder = encoder(Templates.PLACE_TERMS);
        final long[] fields = {9, 301, 4, 2, 1, 0, 77, 88, 99};
        final List<Schema.Field> inSchema =
                SCHEMA.message(Templates.PLACE_TERMS).fields();
        for (int i = 0; i < fields.length; i++) {
            write(encoder, inSchema.get(i), fields[i]);
        }
        final Object group = method(encoder, "termsCount", 1).invoke(encoder, 2);
        for (final int term : new int[] {0, 18}) {
            method(group, "next", 0).invoke(group);
            method(group, "term", 1).invoke(group, term);
            method(group, "value", 1).invoke(group, values[term]);
        }
        assertSameBytes(length);
    }

    private void assertSameBytes(final int length) {
        final HexFormat hex = HexFormat.of();
        assertEquals(String.format("%08xeb50", length), hex.formatHex(ours, 0, SOFH_LENGTH));
        assertEquals(
                hex.formatHex(theirs, SOFH_LENGTH, Frame.MAX_LENGTH),
                hex.formatHex(Arrays.copyOf(ours, Frame.MAX_LENGTH), SOFH_LENGTH, Frame.MAX_LENGTH));
        assertEquals(length, Frame.length(ours, 0));
    }

    private Object encoder(final int template) throws ReflectiveOperationException {
        final Object encoder = codec(SCHEMA.message(template).name(), "Encoder");
        final MutableDirectBuffer buffer = new UnsafeBuffer(theirs);
        method(encoder, "wrapAndApplyHeader", 3, DirectBuffer.class)
                .invoke(encoder, buffer, SOFH_LENGTH, codec("MessageHeader", "Encoder"));
        return encoder;
    }

    private static Object codec(final String name, final String kind) throws ReflectiveOperationException {
        return generated.codec(name + kind);
    }

    private static void write(final Object encoder, final Schema.Field field, final Object value)
            throws ReflectiveOperationException {
        final Object owner = owner(encoder, field);
        if (value instanceof String text && !isBytes(field)) {
            method(owner, field.name(), 1, String.class).invoke(owner, text);
        } else if (value instanceof String text) {
            final byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), field.length());
            final Method setter = method(owner, field.name(), 2, int.class);
            for (int i = 0; i < bytes.length; i++) {
                setter.invoke(owner, i, bytes[i]);
            }
        } else {
            final Method setter = method(owner, field.name(), 1);
            setter.invoke(owner, narrowed(((Number) value).longValue(), setter.getParameterTypes()[0]));
        }
    }

    private static Object read(final Object decoder, final Schema.Field field) throws ReflectiveOperationException {
        final Object owner = owner(decoder, field);
        if (isBytes(field)) {
            final StringBuilder text = new StringBuilder();
            final Method getter = method(owner, field.name(), 1, int.class);
            for (int i = 0; i < field.length(); i++) {
                final int value = ((Number) getter.invoke(owner, i)).intValue();
                if (value != 0) {
                    text.append((char) value);
                }
            }
            return text.toString();
        }
        final Object value = method(owner, field.name(), 0).invoke(owner);
        return value instanceof Number number ? number.longValue() : value;
    }

    /** Numbered messages have out, seq and time in a composite. */
    private static Object owner(final Object codec, final Schema.Field field) throws ReflectiveOperationException {
        return List.of("out", "seq", "time").contains(field.name())
                ? method(codec, "head", 0).invoke(codec)
                : codec;
    }

    private static boolean isBytes(final Schema.Field field) {
        return field.name().equals("exchangeId") || field.name().equals("zero") && field.length() == 7;
    }

    private static Object unsigned(final long value, final Schema.Field field) {
        return field.type().equals("u32") ? value & 0xFFFF_FFFFL : value;
    }

    private static Object narrowed(final long value, final Class<?> type) {
        if (type == short.class) {
            return (short) value;
        }
        return type == int.class ? (Object) (int) value : value;
    }
}
