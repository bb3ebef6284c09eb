package io.daybook.gateway.fix;

import org.jspecify.annotations.Nullable;

/** Reads a Logon as it came from the wire, before anybody else does, and takes the secret out. */
final class LogonText {
    private static final char SOH = '\001';
    private static final int SUM_LENGTH = 7;

    private LogonText() {}

    /** The first field with a tag, or null. */
    static @Nullable String field(final String message, final int tag) {
        final int at = message.indexOf(SOH + Integer.toString(tag) + "=");
        if (at < 0) {
            return null;
        }
        final int from = message.indexOf('=', at) + 1;
        final int to = message.indexOf(SOH, from);
        return to < 0 ? null : message.substring(from, to);
    }

    /** A number ≥ 0, or −1 where the field is missing or is none. */
    static int number(final String message, final int tag) {
        final String value = field(message, tag);
        if (value == null || value.isEmpty() || value.length() > 9) {
            return -1;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return -1;
            }
        }
        return Integer.parseInt(value);
    }

    /** The same message without 554, with the length and the sum that it then has. */
    static String withoutSecret(final String message) {
        final int at = message.indexOf(SOH + Integer.toString(Tags.PASSWORD) + "=");
        final int body = message.indexOf(SOH, message.indexOf(SOH + "9=") + 1) + 1;
        final int sumAt = message.length() - SUM_LENGTH;
        if (at < 0 || body <= 0 || sumAt < body) {
            return message;
        }
        final int end = message.indexOf(SOH, at + 1);
        final String rest = message.substring(body, at) + message.substring(end, sumAt);
        final String whole = message.substring(0, message.indexOf(SOH)) + SOH + "9=" + rest.length() + SOH + rest;
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
