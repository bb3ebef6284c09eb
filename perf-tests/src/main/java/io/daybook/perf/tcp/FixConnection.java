package io.daybook.perf.tcp;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * A session of FIX by a bare socket, which never blocks: sends requests and counts the reports that come back. Its
 * numbers begin at 1, so it can be opened once. Used by one thread.
 */
final class FixConnection implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int SUM_LENGTH = 7;
    private static final int SUM_LIMIT = 256;
    private static final char SOH = '\001';
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private final SocketChannel channel;
    private final int session;
    private final byte[] in = new byte[2 * BUFFER];
    private final ByteBuffer inBuffer = ByteBuffer.allocateDirect(BUFFER);
    private ByteBuffer outBuffer = ByteBuffer.allocate(0);
    private int inEnd;
    private int nextNumber = 1;
    private int sent;
    private int answered;
    private int refused;
    private long takerFills;
    private long makerFills;
    private boolean isLoggedOn;

    private FixConnection(final SocketChannel channel, final int session) {
        this.channel = channel;
        this.session = session;
    }

    static FixConnection open(final int port, final int session, final String secret) throws IOException {
        final SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        final FixConnection connection = new FixConnection(channel, session);
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

    /** Requests that were answered: taken, cancelled or refused. */
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
     * One step towards so many orders, bids and asks of one lot at one price in turn.
     *
     * @param window how many may be unanswered
     * @return whether there was something to do
     */
    boolean work(final int orders, final int window) throws IOException {
        if (!outBuffer.hasRemaining()) {
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
        final String body = ("35=" + type + "|34=" + nextNumber++ + "|49=S" + session + "|56=" + LocalFixVenue.COMP_ID
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
        outBuffer = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private boolean write() throws IOException {
        return outBuffer.hasRemaining() && channel.write(outBuffer) > 0;
    }

    private boolean read() throws IOException {
        inBuffer.clear();
        final int count = channel.read(inBuffer);
        if (count < 0) {
            throw new EOFException("session " + session + " was closed");
        }
        if (count == 0) {
            return false;
        }
        inBuffer.flip().get(in, inEnd, count);
        inEnd += count;
        int start = 0;
        for (int end = messageEnd(start); end > 0; end = messageEnd(start)) {
            take(new String(in, start, end - start, StandardCharsets.ISO_8859_1));
            start = end;
        }
        System.arraycopy(in, start, in, 0, inEnd - start);
        inEnd -= start;
        return true;
    }

    /** Behind the checksum of the message that begins there; 0 where it is not whole yet. */
    private int messageEnd(final int start) {
        for (int i = start; i + SUM_LENGTH < inEnd; i++) {
            if (in[i] == SOH && in[i + 1] == '1' && in[i + 2] == '0' && in[i + 3] == '=' && in[i + SUM_LENGTH] == SOH) {
                return i + SUM_LENGTH + 1;
            }
        }
        return 0;
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
