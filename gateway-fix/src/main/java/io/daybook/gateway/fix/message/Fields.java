package io.daybook.gateway.fix.message;

import org.jspecify.annotations.Nullable;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Message;

/** Reads fields as texts. */
public final class Fields {
    private Fields() {}

    /** A field of the body, or null. */
    public static @Nullable String of(final FieldMap fields, final int tag) {
        try {
            return fields.isSetField(tag) ? fields.getString(tag) : null;
        } catch (FieldNotFound e) {
            return null; // cannot happen: isSetField has found the field
        }
    }

    /** A field of the body, or an empty text. */
    public static String orEmpty(final FieldMap fields, final int tag) {
        final String value = of(fields, tag);
        return value == null ? "" : value;
    }

    /** A field of the header, or an empty text. */
    public static String header(final Message message, final int tag) {
        return orEmpty(message.getHeader(), tag);
    }
}
