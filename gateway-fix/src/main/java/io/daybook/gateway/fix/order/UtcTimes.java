package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.Tags;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/**
 * Reads the dates and times of requests. QuickFIX/J checks only their form, so February 30 would become a day that the
 * sender does not mean.
 */
final class UtcTimes {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd").withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuuMMdd-HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);
    private static final int SECOND_LENGTH = "yyyyMMdd-HH:mm:ss".length();

    /** The only time at which a minute has a 61st second: before midnight. */
    private static final String LEAP = "-23:59:60";

    private static final int[] READ = {Tags.EXPIRE_TIME, Tags.EXPIRE_DATE, Tags.TRANSACT_TIME};

    private UtcTimes() {}

    /** Refuses a message that names a day or a time of day that does not exist (35=3, 373=5). */
    static void requireReal(final Message message) throws IncorrectTagValue {
        for (final int tag : READ) {
            final String text = Fields.of(message, tag);
            if (text != null && !isReal(text)) {
                throw new IncorrectTagValue(tag, text);
            }
        }
    }

    /** Returns whether a date or time exists. Digits beyond the nanosecond are accepted. */
    private static boolean isReal(final String text) {
        try {
            return text.indexOf('-') < 0
                    ? date(text) != null
                    : read(text.substring(0, Math.min(text.length(), SECOND_LENGTH))) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    static LocalDate date(final String text) {
        return LocalDate.parse(text, DATE);
    }

    /** Reads a time. A leap second becomes the second after it, as on clocks without leap seconds. */
    static Instant read(final String text) {
        if (!text.startsWith(LEAP, SECOND_LENGTH - LEAP.length())) {
            return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
        }
        final String before = text.substring(0, SECOND_LENGTH - 2) + "59" + text.substring(SECOND_LENGTH);
        return LocalDateTime.parse(before, TIME).toInstant(ZoneOffset.UTC).plusSeconds(1);
    }
}
