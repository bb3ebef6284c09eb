package io.daybook.wire.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON, part by part, into its own bytes, so that one class decides about commas, escapes and digits. It does
 * not check the order of the calls. It allocates only to grow, and to return a copy. Used by one thread.
 */
public final class Json {
    private static final int FIRST_BYTES = 256;
    private static final int LONGEST_ESCAPE = 6;
    private static final int LONGEST_NUMBER = 20;
    private static final int DECIMAL = 10;
    private static final char DELETE = 0x7F;
    private static final String SHORT_OF = "\b\t\n\f\r";
    private static final String SHORT = "btnfr";

    private final Escapes escapes;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Whether a comma comes before the next name, or before the next value if it has no name. */
    private boolean hasBefore;

    private boolean isIndented;
    private int depth;
    private TimeUnit unit = TimeUnit.MILLISECONDS;

    /** How a writer escapes the characters that JSON or the reader of the text does not allow. */
    public enum Escapes {
        /**
         * Control characters get JSON's short escapes, or numeric ones if JSON has no short ones; a character outside
         * the BMP gets two numeric escapes.
         */
        SHORT(true, Character.MIN_SURROGATE, Character.MAX_SURROGATE),
        /** Like {@link #SHORT}, with numeric escapes for all characters outside ASCII. */
        SHORT_ASCII(true, DELETE + 1, Character.MAX_VALUE),
        /** Control characters get numeric escapes; all others are UTF-8. */
        NUMBERS(false, Character.MAX_VALUE, Character.MIN_VALUE),
        /** All characters but printable ASCII get numeric escapes, because an outsider may have chosen the text. */
        NUMBERS_ASCII(false, DELETE, Character.MAX_VALUE);

        private final boolean areShort;
        private final int first;
        private final int last;
        private final String digits;

        Escapes(final boolean areShort, final int first, final int last) {
            this.areShort = areShort;
            this.first = first;
            this.last = last;
            this.digits = areShort ? "0123456789ABCDEF" : "0123456789abcdef";
        }

        /** Returns whether a character that is no control character is written as its number. */
        private boolean areNumbers(final char c) {
            return c >= first && c <= last;
        }
    }

    /** Creates a writer with {@link Escapes#SHORT}, the escapes of HTTP answers. */
    public Json() {
        this(Escapes.SHORT);
    }

    /** Creates a writer with the given escapes. */
    public Json(final Escapes escapes) {
        this.escapes = escapes;
    }

    /** Writes each member of an object on a separate line from now on, for people who read a file. */
    public Json indented() {
        isIndented = true;
        return this;
    }

    /** Begins an object that is a value. */
    public Json object() {
        return begin('{');
    }

    /** Begins an object under a name. */
    public Json object(final String name) {
        return name(name).object();
    }

    /** Ends the object. */
    public Json end() {
        depth--;
        if (isIndented && hasBefore) {
            newLine();
        } else if (isIndented) {
            add(' ');
        }
        return end('}');
    }

    /** Begins a list that is a value. */
    public Json list() {
        return begin('[');
    }

    /** Begins a list under a name. */
    public Json list(final String name) {
        return name(name).list();
    }

    /** Writes a list of texts under a name. */
    public Json list(final String name, final Iterable<String> texts) {
        list(name);
        texts.forEach(this::item);
        return endList();
    }

    /** Ends the list. */
    public Json endList() {
        depth--;
        return end(']');
    }

    /** Ends a line. The next value begins a new JSON text, without a comma. */
    public Json endLine() {
        add('\n');
        hasBefore = false;
        return this;
    }

    /** Writes a text in a list. */
    public Json item(final String text) {
        beforeNext();
        text(text);
        return this;
    }

    /** Writes a number in a list. */
    public Json item(final long number) {
        beforeNext();
        number(number);
        return this;
    }

    /** Writes true or false in a list. */
    public Json item(final boolean flag) {
        beforeNext();
        ascii(flag ? "true" : "false");
        return this;
    }

    /** Writes a name, whose value is written next. */
    public Json name(final String name) {
        beforeNext();
        if (isIndented) {
            newLine();
        }
        text(name);
        ascii(isIndented ? " : " : ":");
        hasBefore = false;
        return this;
    }

    /** Writes null under a name. */
    public Json putNull(final String name) {
        name(name).beforeNext();
        ascii("null");
        return this;
    }

    /** Writes a text under a name; nothing for null. */
    public Json put(final String name, final @Nullable String text) {
        return text == null ? this : name(name).item(text);
    }

    /** Writes a number under a name. */
    public Json put(final String name, final long number) {
        return name(name).item(number);
    }

    /** Writes true or false under a name. */
    public Json put(final String name, final boolean flag) {
        return name(name).item(flag);
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

    /** Writes finished JSON under a name. */
    public Json raw(final String name, final byte[] json) {
        return name(name).raw(json);
    }

    /** Writes finished JSON. */
    public Json raw(final byte[] json) {
        beforeNext();
        reserve(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
        return this;
    }

    /** The number of bytes that were written and not yet moved to a stream. */
    public int length() {
        return length;
    }

    /** A copy of the JSON as UTF-8. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** A copy of the JSON as a text. */
    public String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Copies the JSON. */
    public void copyTo(final ByteBuffer target) {
        target.put(bytes, 0, length);
    }

    /** Moves the bytes written so far to a stream; later calls continue the JSON. */
    public void moveTo(final OutputStream target) throws IOException {
        target.write(bytes, 0, length);
        length = 0;
    }

    private Json begin(final char bracket) {
        beforeNext();
        add(bracket);
        hasBefore = false;
        depth++;
        return this;
    }

    private Json end(final char bracket) {
        add(bracket);
        hasBefore = true;
        return this;
    }

    private void beforeNext() {
        if (hasBefore) {
            add(',');
        }
        hasBefore = true;
    }

    private void newLine() {
        add('\n');
        for (int i = 0; i < depth; i++) {
            ascii("  ");
        }
    }

    private void number(final long value) {
        if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
            return;
        }
        reserve(LONGEST_NUMBER);
        if (value < 0) {
            bytes[length++] = '-';
        }
        long rest = Math.abs(value);
        final int first = length;
        length += digits(rest);
        for (int i = length - 1; i >= first; i--) {
            bytes[i] = (byte) ('0' + rest % DECIMAL);
            rest /= DECIMAL;
        }
    }

    private static int digits(final long value) {
        int digits = 1;
        for (long bound = DECIMAL; digits < LONGEST_NUMBER - 1 && value >= bound; bound *= DECIMAL) {
            digits++;
        }
        return digits;
    }

    /** Writes a text in quotes. */
    private void text(final String text) {
        reserve(text.length() + 2);
        byte[] target = bytes;
        int at = length;
        target[at++] = '"';
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c >= ' ' && c < DELETE && c != '"' && c != '\\') {
                target[at++] = (byte) c;
            } else {
                length = at;
                reserve(text.length() - i + LONGEST_ESCAPE);
                i += special(text, i);
                target = bytes;
                at = length;
            }
        }
        target[at++] = '"';
        length = at;
    }

    /** Writes a quote, a backslash, or a character that is not printable ASCII; returns how many more chars it took. */
    private int special(final String text, final int index) {
        final char c = text.charAt(index);
        if (c == '"' || c == '\\') {
            escape(c);
        } else if (c < ' ' && escapes.areShort && SHORT_OF.indexOf(c) >= 0) {
            escape(SHORT.charAt(SHORT_OF.indexOf(c)));
        } else if (c < ' ' || escapes.areNumbers(c)) {
            escape('u');
            for (int shift = 12; shift >= 0; shift -= 4) {
                bytes[length++] = (byte) escapes.digits.charAt(c >> shift & 0xF);
            }
        } else {
            return utf8(text, index);
        }
        return 0;
    }

    private void escape(final char c) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
    }

    private int utf8(final String text, final int index) {
        final int point = text.codePointAt(index);
        if (point <= DELETE) {
            bytes[length++] = (byte) point;
        } else if (point < 0x800) {
            bytes[length++] = (byte) (0xC0 | point >> 6);
            rest(point, 0);
        } else if (Character.isSurrogate((char) point) && point < 0x10000) {
            bytes[length++] = '?'; // a lone surrogate, as String.getBytes writes it
        } else if (point < 0x10000) {
            bytes[length++] = (byte) (0xE0 | point >> 12);
            rest(point, 6);
        } else {
            bytes[length++] = (byte) (0xF0 | point >> 18);
            rest(point, 12);
        }
        return Character.charCount(point) - 1;
    }

    /** Writes the UTF-8 bytes of a character after its first byte. */
    private void rest(final int point, final int firstShift) {
        for (int shift = firstShift; shift >= 0; shift -= 6) {
            bytes[length++] = (byte) (0x80 | point >> shift & 0x3F);
        }
    }

    private void ascii(final String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    private void add(final char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    private void reserve(final int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
