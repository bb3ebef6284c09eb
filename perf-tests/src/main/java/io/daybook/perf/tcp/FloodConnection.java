package io.daybook.perf.tcp;

import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One connection of a flood: sends orders up to its window, and counts the messages that come back. */
final class FloodConnection extends PolledConnection {
    private static final int PRICE = 100;
    private static final int BID = 1;
    private static final int ASK = 2;
    private static final int GTC = 1;
    private static final int HEARTBEAT_MS = 60_000;

    private final int window;
    private final byte[] out = new byte[BUFFER];
    private final ByteBuffer outBuffer = ByteBuffer.allocateDirect(BUFFER).limit(0);
    private int sent;
    private int answered;
    private int refused;
    private long takerFills;
    private long makerFills;
    private boolean isWelcomed;

    private FloodConnection(final int port, final int session, final int window) throws IOException {
        super(port, session);
        this.window = window;
    }

    static FloodConnection open(final int port, final int session, final String secret, final int window)
            throws IOException {
        final FloodConnection connection = new FloodConnection(port, session, window);
        connection.login(secret);
        return connection;
    }

    private void login(final String secret) throws IOException {
        put(LoginDescriptor.encode(out, 0, session(), HEARTBEAT_MS, 0, secret, "flood"));
        while (!isWelcomed) {
            write();
            read();
            Thread.onSpinWait();
        }
    }

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

    /** Does one step towards this many orders; returns whether there was something to do. */
    boolean work(final int orders) throws IOException {
        if (!hasUnsent()) {
            fill(Math.min(orders - sent, window - (sent - answered)));
        }
        final boolean wrote = write();
        return read() || wrote;
    }

    private void fill(final int room) {
        int length = 0;
        for (int i = 0; i < room && length + Frame.MAX_LENGTH <= BUFFER; i++) {
            sent++;
            length += PlaceDescriptor.encode(
                    out, length, sent, session(), LocalVenue.SYMBOL, (sent & 1) == 1 ? BID : ASK, GTC, PRICE, 1, 0);
        }
        put(length);
    }

    private void put(final int length) {
        outBuffer.clear();
        put(outBuffer.put(out, 0, length).flip());
    }

    @Override
    int scan(final byte[] bytes, final int offset, final int available) {
        return Frame.scan(bytes, offset, available);
    }

    @Override
    void take(final byte[] in, final int offset, final int length) throws IOException {
        switch (Frame.template(in, offset)) {
            case Templates.ANSWER -> {
                answered++;
                if (AnswerDescriptor.request(in, offset) != answered) {
                    throw new IOException("request " + AnswerDescriptor.request(in, offset) + " was answered when "
                            + answered + " was due");
                }
                if (AnswerDescriptor.code(in, offset) != 0) {
                    refused++;
                }
            }
            case Templates.FILL -> {
                if (FillDescriptor.role(in, offset) == FillDescriptor.ROLE_TAKER) {
                    takerFills++;
                } else {
                    makerFills++;
                }
            }
            case Templates.WELCOME -> {
                if (WelcomeDescriptor.lastRequest(in, offset) != 0) {
                    throw new IOException("session " + session() + " is not new");
                }
                isWelcomed = true;
            }
            case Templates.BYE ->
                throw new IOException(
                        ByeReason.of(ByeDescriptor.reason(in, offset)) + ": " + ByeDescriptor.text(in, offset));
            default -> {
                // heartbeats
            }
        }
    }
}
