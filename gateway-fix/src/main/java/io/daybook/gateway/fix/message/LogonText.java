package io.daybook.gateway.fix.message;

import java.util.BitSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a Logon from the wire before QuickFIX/J does, and removes the secret. */
public final class LogonText {
    private static final char SOH = '\001';
    private static final int SUM_LENGTH = 7;
    private static final int MOST_DIGITS_OF_NUMBER = 10;
    private static final int MOST_DIGITS = 4;
    private static final int MAX_TAGS = 10_000;
    private static final String LOGON = Tags.MSG_TYPE + "=A" + SOH;

    /**
     * The permitted fields of a Logon. Data fields, in which another field could hide, and further names of the parties
     * are not among them.
     */
    private static final Set<Integer> OF_LOGON = Set.of(
            8, 9, 10, 34, 35, 43, 49, 52, 56, 97, 98, 108, 122, 141, 347, 369, 372, 383, 384, 385, 464, 553, 554, 789);

    /** The fields of the Logon's group, the only fields that may be repeated. */
    private static final Set<Integer> REPEATED = Set.of(372, 385);

    private LogonText() {}

    /**
     * Returns whether every reader of a Logon finds the same fields in it: each tag is a plain number and occurs once,
     * and only fields of a Logon occur. A Logon that is admitted by its first 49 must not be bound to a session by its
     * last 49.
     */
    public static boolean isPlain(final String logon) {
        final BitSet seen = new BitSet(MAX_TAGS);
        int at = 0;
        while (at < logon.length()) {
            final int end = logon.indexOf(SOH, at);
            final int tag = end < 0 ? -1 : tag(logon, at);
            if (!OF_LOGON.contains(tag) || seen.get(tag) && !REPEATED.contains(tag)) {
                return false;
            }
            seen.set(tag);
            at = end + 1;
        }
        return true;
    }

    /** The tag of the field at a position; −1 if it is not a number, or has a sign or leading zeros. */
    private static int tag(final String message, final int from) {
        int tag = 0;
        int at = from;
        while (at < message.length() && message.charAt(at) >= '0' && message.charAt(at) <= '9') {
            tag = 10 * tag + message.charAt(at++) - '0';
            if (tag == 0 || at - from > MOST_DIGITS) {
                return -1;
            }
        }
        return at > from && at < message.length() && message.charAt(at) == '=' ? tag : -1;
    }

    /** Returns whether some reader may take a message for a Logon, because its tag may have a sign or leading zeros. */
    public static boolean mayBeLogon(final String message) {
        for (int at = message.indexOf(LOGON); at >= 0; at = message.indexOf(LOGON, at + 1)) {
            int before = at - 1;
            while (before >= 0 && (message.charAt(before) == '0' || message.charAt(before) == '+')) {
                before--;
            }
            if (before < 0 || message.charAt(before) == SOH) {
                return true;
            }
        }
        return false;
    }

    /** The first field with a tag, or null. */
    public static @Nullable String field(final String message, final int tag) {
        final int at = message.indexOf(SOH + Integer.toString(tag) + "=");
        if (at < 0) {
            return null;
        }
        final int from = message.indexOf('=', at) + 1;
        final int to = message.indexOf(SOH, from);
        return to < 0 ? null : message.substring(from, to);
    }

    /** A number from 0 to 2^31 − 1, or −1 if the field is missing or not a number. */
    public static int number(final String message, final int tag) {
        final String value = field(message, tag);
        if (value == null || value.isEmpty() || value.length() > MOST_DIGITS_OF_NUMBER) {
            return -1;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return -1;
            }
        }
        final long number = Long.parseLong(value);
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    /**
     * The answer to a Logon whose session has no numbers yet. Its 34 is above any expected number, so that it uses up
     * none.
     *
     * @param time the current time in the format of FIX
     */
    public static String logout(final String logon, final String time, final String words) {
        return message(
                "8=FIX.4.4",
                Tags.MSG_TYPE + "=5" + SOH
                        + Tags.SENDER_COMP_ID + "=" + field(logon, Tags.TARGET_COMP_ID) + SOH
                        + Tags.TARGET_COMP_ID + "=" + field(logon, Tags.SENDER_COMP_ID) + SOH
                        + Tags.MSG_SEQ_NUM + "=" + Integer.MAX_VALUE + SOH
                        + Tags.SENDING_TIME + "=" + time + SOH
                        + Tags.TEXT + "=" + words + SOH);
    }

    /** The message without 554, with its new length and checksum. */
    public static String withoutSecret(final String message) {
        final int at = message.indexOf(SOH + Integer.toString(Tags.PASSWORD) + "=");
        final int body = message.indexOf(SOH, message.indexOf(SOH + "9=") + 1) + 1;
        final int sumAt = message.length() - SUM_LENGTH;
        if (at < 0 || body <= 0 || sumAt < body) {
            return message;
        }
        final int end = message.indexOf(SOH, at + 1);
        return message(
                message.substring(0, message.indexOf(SOH)),
                message.substring(body, at) + message.substring(end, sumAt));
    }

    /** Builds a message of a begin and a body, with its length and checksum. */
    private static String message(final String begin, final String body) {
        final String whole = begin + SOH + "9=" + body.length() + SOH + body;
        int sum = 0;
        for (int i = 0; i < whole.length(); i++) {
            sum += whole.charAt(i);
        }
        return whole + "10=" + digits(sum & 0xFF) + SOH;
    }

    private static String digits(final int sum) {
        return "" + (char) ('0' + sum / 100) + (char) ('0' + sum / 10 % 10) + (char) ('0' + sum % 10);
    }
}
