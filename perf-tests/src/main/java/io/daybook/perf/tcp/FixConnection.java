package io.daybook.perf.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * A session of FIX over a bare socket, which never blocks: sends requests and counts the reports that come back. Its
 * numbers begin at 1, so it can be opened once. Used by one thread.
 */
final class FixConnection extends PolledConnection {
    private static final int SUM_LENGTH = 7;
    private static final int SUM_LIMIT = 256;
    private static final char SOH = '\001';
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private int nextNumber = 1;
    private int sent;
    private int answered;
    private int refused;
    private long takerFills;
    private long makerFills;
    private boolean isLoggedOn;

    private FixConnection(final int port, final int session) throws IOException {
        super(port, session);
    }

    static FixConnection open(final int port, final int session, final String secret) throws IOException {
        final FixConnection connection = new FixConnection(port, session);
        final StringBuilder logon = new StringBuilder();
        connection.add(logon, "A", "98=0|108=600|553=" + session + "|554=" + secret + "|");
        connection.put(logon);
        while (!connection.isLoggedOn) {
            connection.write();
            connection.read();
            Thread.onSpinWait();
        }
        return connection;
    }

    /** The number of requests that were answered: accepted, cancelled or refused. */
    int answered() {
        return answered;
    }

    int refused() {
        return refused;
    }

    long takerFills() {
        return takerFills;
    }

    long makerFills() {
        return makerFills;
    }

    /** Sends an order that rests, or the cancel of the one before, and waits for its report. */
    void roundTrip() throws IOException {
        final StringBuilder text = new StringBuilder();
        sent++;
        if ((sent & 1) == 1) {
            addOrder(text, 1);
        } else {
            add(
                    text,
                    "F",
                    "11=" + sent + "|41=" + (sent - 1) + "|55=" + LocalFixVenue.LISTING + "|54=1|60=" + now() + "|");
        }
        put(text);
        while (answered < sent) {
            write();
            if (!read()) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Does one step towards this many orders: bids and asks of one lot at one price in turn.
     *
     * @param window the most unanswered orders
     * @return whether there was something to do
     */
    boolean work(final int orders, final int window) throws IOException {
        if (!hasUnsent()) {
            final StringBuilder text = new StringBuilder();
            for (int room = Math.min(orders - sent, window - (sent - answered)); room > 0; room--) {
                sent++;
                addOrder(text, (sent & 1) == 1 ? 1 : 2);
            }
            put(text);
        }
        final boolean wrote = write();
        return read() || wrote;
    }

    private void addOrder(final StringBuilder text, final int side) {
        add(
                text,
                "D",
                "11=" + sent + "|55=" + LocalFixVenue.LISTING + "|54=" + side + "|60=" + now()
                        + "|38=0.001|40=2|44=154000|59=1|");
    }

    private static String now() {
        return TIME.format(Instant.now());
    }

    private void add(final StringBuilder text, final String type, final String fields) {
        final String body = ("35=" + type + "|34=" + nextNumber++ + "|49=S" + session() + "|56=" + LocalFixVenue.COMP_ID
                        + "|52=" + now() + "|" + fields)
                .replace('|', SOH);
        final String message = "8=FIX.4.4" + SOH + "9=" + body.length() + SOH + body;
        int sum = 0;
        for (int i = 0; i < message.length(); i++) {
            sum += message.charAt(i);
        }
        final int last = sum % SUM_LIMIT;
        text.append(message).append("10=").append(last < 100 ? "0" : "").append(last < 10 ? "0" : "");
        text.append(last).append(SOH);
    }

    private void put(final StringBuilder text) {
        put(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Override
    int scan(final byte[] bytes, final int offset, final int available) {
        for (int i = offset; i + SUM_LENGTH < offset + available; i++) {
            if (bytes[i] == SOH
                    && bytes[i + 1] == '1'
                    && bytes[i + 2] == '0'
                    && bytes[i + 3] == '='
                    && bytes[i + SUM_LENGTH] == SOH) {
                return i + SUM_LENGTH + 1 - offset;
            }
        }
        return 0;
    }

    @Override
    void take(final byte[] bytes, final int offset, final int length) throws IOException {
        take(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
    }

    private void take(final String message) throws IOException {
        switch (String.valueOf(field(message, 35))) {
            case "8" -> takeReport(message);
            case "9" -> {
                answered++;
                refused++;
            }
            case "A" -> isLoggedOn = true;
            case "3", "5", "j" -> throw new IOException(message.replace(SOH, '|'));
            default -> {
                // heartbeats
            }
        }
    }

    private void takeReport(final String message) {
        switch (String.valueOf(field(message, 150))) {
            case "0", "4" -> answered++;
            case "8" -> {
                answered++;
                refused++;
            }
            default -> {
                if ("2".equals(field(message, 851))) {
                    takerFills++;
                } else {
                    makerFills++;
                }
            }
        }
    }

    private static @Nullable String field(final String message, final int tag) {
        final String begin = SOH + Integer.toString(tag) + "=";
        final int at = message.indexOf(begin);
        return at < 0 ? null : message.substring(at + begin.length(), message.indexOf(SOH, at + 1));
    }
}
