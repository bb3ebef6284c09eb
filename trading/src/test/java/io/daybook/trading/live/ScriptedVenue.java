package io.daybook.trading.live;

import io.daybook.api.ResultCode;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.OffDescriptor;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A venue of one session on a real socket, whose stream a test writes: it sends each message when the test asks for it.
 */
final class ScriptedVenue implements AutoCloseable {
    private static final int SIDE_BUY = 1;

    /** The order and the symbol of each cancel that came. */
    final BlockingQueue<String> cancels = new LinkedBlockingQueue<>();

    private final List<byte[]> stream = new ArrayList<>();
    private final byte[] out = new byte[Frame.MAX_LENGTH];
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Thread thread = new Thread(this::serve, "scripted-venue");
    private Socket connection = new Socket();
    private long lastRequest = 50;

    ScriptedVenue() throws IOException {
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    synchronized void placed(final long orderId, final long lots) {
        answer(Templates.PLACE, orderId, 0, lots);
    }

    synchronized void refused(final long orderId) {
        answer(Templates.PLACE, orderId, ResultCode.RISK_NSF.code(), 0);
    }

    synchronized void bought(
            final long orderId, final int symbol, final long lots, final long left, final long timeNs) {
        final int length = FillDescriptor.encode(
                out, 0, stream.size() + 1, 9, timeNs, orderId, 5, 100, lots, left, 0, symbol, SIDE_BUY, 1, 0);
        stream.add(Arrays.copyOf(out, length));
    }

    synchronized void off(final long orderId, final long lots) {
        stream.add(Arrays.copyOf(out, OffDescriptor.encode(out, 0, stream.size() + 1, 9, 99, orderId, lots, 0, 1)));
    }

    synchronized void cancelled(final long orderId, final boolean isKnown) {
        answer(Templates.CANCEL, orderId, isKnown ? 0 : ResultCode.MATCHING_UNKNOWN_ORDER_ID.code(), 0);
    }

    private void answer(final int command, final long orderId, final int code, final long remaining) {
        final int length = AnswerDescriptor.encode(
                out, 0, stream.size() + 1, 9, 99, lastRequest, orderId, remaining, 0, code, 0, command, 0);
        stream.add(Arrays.copyOf(out, length));
    }

    /** Sends messages of the stream, by their numbers. */
    synchronized void send(final int first, final int last) throws IOException {
        for (int number = first; number <= last; number++) {
            connection.getOutputStream().write(stream.get(number - 1));
        }
    }

    private void serve() {
        try (Socket socket = server.accept()) {
            final DataInputStream in = new DataInputStream(socket.getInputStream());
            final byte[] frame = new byte[Frame.MAX_LENGTH];
            while (true) {
                in.readFully(frame, 0, Frame.HEADER_LENGTH);
                in.readFully(frame, Frame.HEADER_LENGTH, Frame.length(frame, 0) - Frame.HEADER_LENGTH);
                take(socket, frame);
            }
        } catch (final IOException e) {
            cancels.add("end"); // the test closes the connection
        }
    }

    private synchronized void take(final Socket socket, final byte[] frame) throws IOException {
        switch (Frame.template(frame, 0)) {
            case Templates.LOGIN -> {
                connection = socket;
                final int heartbeatMs = LoginDescriptor.heartbeatMs(frame, 0);
                final int length = WelcomeDescriptor.encode(
                        out, 0, lastRequest, stream.size() + 1, 1, new byte[16], heartbeatMs, false);
                socket.getOutputStream().write(out, 0, length);
            }
            case Templates.CANCEL -> {
                lastRequest = RequestDescriptor.request(frame, 0);
                cancels.add(ChangeDescriptor.orderId(frame, 0) + " of " + RequestDescriptor.symbol(frame, 0));
            }
            case Templates.LOGOUT -> socket.close();
            default -> {}
        }
    }

    @Override
    public synchronized void close() throws IOException {
        server.close();
        connection.close();
    }
}
