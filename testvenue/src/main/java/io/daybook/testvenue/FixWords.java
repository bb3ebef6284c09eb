package io.daybook.testvenue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads and changes messages of FIX in the form that they have on the wire. */
final class FixWords {
    /** The messages that a fault may name, by their MsgType. */
    static final List<String> TYPES =
            List.of("A", "0", "1", "2", "3", "4", "5", "D", "F", "G", "q", "H", "AF", "V", "x", "g", "AN", "BB");

    /** The words of the fault {@code fix}. */
    static final List<String> HOW = List.of(
            "logout", "sequenceLow", "sequenceHigh", "resend", "gapFill", "testRequest", "possDup", "resetSeqNum");

    private static final char END = '\001';
    private static final int LESS = 3;
    private static final int MORE = 1_000;

    private FixWords() {}

    /** The first value of a tag; empty if the message does not have the tag. */
    static String value(final String message, final int tag) {
        final String begin = END + Integer.toString(tag) + "=";
        final int at = message.indexOf(begin);
        if (at < 0) {
            return "";
        }
        final int end = message.indexOf(END, at + 1);
        return end < 0 ? "" : message.substring(at + begin.length(), end);
    }

    /** Whether a message belongs to the session itself, such as a Logon or a heartbeat. */
    static boolean isAdmin(final String message) {
        return List.of("0", "1", "2", "3", "4", "5", "A").contains(value(message, 35));
    }

    /** Whether a fault of a session changes a message on its way out. */
    static boolean changes(final String how, final String message) {
        final String type = value(message, 35);
        return switch (how) {
            case "sequenceLow", "sequenceHigh", "possDup" -> !isAdmin(message);
            case "resetSeqNum" -> type.equals("A");
            default -> type.equals("0");
        };
    }

    /**
     * The changed copy that is sent instead of a message. A fault that sends a session message replaces a heartbeat
     * with it and keeps the sequence number, so that none is missing.
     */
    static String changed(final String how, final String message) {
        final int number = Integer.parseInt(value(message, 34));
        return switch (how) {
            case "sequenceLow" -> with(message, "34", Integer.toString(Math.max(1, number - LESS)));
            case "sequenceHigh" -> with(message, "34", Integer.toString(number + MORE));
            case "possDup" -> with(with(message, "43", "Y"), "122", value(message, 52));
            case "resetSeqNum" -> with(message, "141", "Y");
            case "logout" -> with(of(message, "5"), "58", "a fault of the test");
            case "resend" -> with(with(of(message, "2"), "7", "1"), "16", "0");
            case "gapFill" -> with(with(of(message, "4"), "123", "Y"), "36", Integer.toString(number + 1));
            default -> with(of(message, "1"), "112", "a fault of the test");
        };
    }

    /** The start of a message, with another type. */
    private static String of(final String message, final String type) {
        final StringBuilder head = new StringBuilder();
        for (final String field : message.split(String.valueOf(END), -1)) {
            final String tag = field.substring(0, Math.max(0, field.indexOf('=')));
            if (List.of("8", "9", "34", "49", "52", "56", "10").contains(tag)) {
                head.append(field).append(END);
            } else if (tag.equals("35")) {
                head.append("35=").append(type).append(END);
            }
        }
        return head.toString();
    }

    /** A message with another value of a tag, or with the tag added; length and checksum are computed again. */
    private static String with(final String message, final String tag, final String value) {
        final List<String> fields = new ArrayList<>();
        boolean isThere = false;
        for (final String field : message.split(String.valueOf(END), -1)) {
            if (field.startsWith("8=") || field.startsWith("9=") || field.startsWith("10=") || field.isEmpty()) {
                continue;
            }
            final boolean isIt = field.startsWith(tag + "=");
            fields.add(isIt ? tag + "=" + value : field);
            isThere |= isIt;
            if (field.startsWith("34=")
                    && List.of("43", "122").contains(tag)
                    && !value(message, 34).isEmpty()) {
                fields.add(tag + "=" + value);
                isThere = true;
            }
        }
        if (!isThere) {
            fields.add(tag + "=" + value);
        }
        final String body = String.join(String.valueOf(END), fields) + END;
        final String front = "8=FIX.4.4" + END + "9=" + body.getBytes(StandardCharsets.ISO_8859_1).length + END + body;
        int sum = 0;
        for (final byte one : front.getBytes(StandardCharsets.ISO_8859_1)) {
            sum += one & 0xFF;
        }
        return front + "10=" + String.format(Locale.ROOT, "%03d", sum & 0xFF) + END;
    }
}
