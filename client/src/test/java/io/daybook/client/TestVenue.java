package io.daybook.client;

import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.HeartbeatDescriptor;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.MessageCheck;
import io.daybook.wire.OffDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.RequestDescriptor;
import io.daybook.wire.StatusDescriptor;
import io.daybook.wire.StatusIsDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A venue of one session on a real socket, one connection at a time: it numbers requests, answers them and keeps its
 * stream in memory, and misbehaves as a test demands.
 */
final class TestVenue implements AutoCloseable {
    /**
     * The heartbeat interval. A silence of twice this time ends a connection, so it is longer than any pause of a busy
     * machine.
     */
    static final int HEARTBEAT_MS = 20_000;

    private static final long TIMEOUT_SECONDS = 60;

    private final ServerSocket server;
    private final Thread thread;
    private final List<byte[]> stream = new ArrayList<>();
    private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final byte[] out = new byte[Frame.MAX_LENGTH];
    private final byte[] exchangeId = new byte[WelcomeDescriptor.EXCHANGE_ID_LENGTH];
    private long lastRequest;
    private long firstOut = 1;
    private @Nullable ByeReason byeAtLogin;
    private String byeText = "the text of a test";
    private boolean swallows;
    private boolean keepsAnswers;
    private boolean quiet;
    private boolean recording = true;
    private byte[] afterWelcome = new byte[0];
    private @Nullable Socket connection;
    private volatile boolean closed;

    TestVenue() throws IOException {
        this(ServerSocketFactory.getDefault());
    }

    TestVenue(final ServerSocketFactory sockets) throws IOException {
        server = sockets.createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Arrays.fill(exchangeId, (byte) 7);
        thread = new Thread(this::serve, "test-venue");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** Sets whether the venue reads requests and drops them, so that they are never carried out. */
    synchronized TestVenue swallowing(final boolean on) {
        swallows = on;
        return this;
    }

    /** Sets whether the venue carries out requests and sends no answers, which are then only in the stream. */
    synchronized TestVenue keepingAnswers(final boolean on) {
        keepsAnswers = on;
        return this;
    }

    /** Sets whether the venue sends nothing at all, not even heartbeats. */
    synchronized TestVenue quiet(final boolean on) {
        quiet = on;
        return this;
    }

    /** Makes the venue stop recording the frames that it receives. */
    synchronized TestVenue notRecording() {
        recording = false;
        return this;
    }

    synchronized TestVenue byeAtLogin(final @Nullable ByeReason reason) {
        byeAtLogin = reason;
        return this;
    }

    /** Makes the venue answer logins with the address of the leader, which is another node. */
    synchronized TestVenue leaderIs(final String address) {
        byeAtLogin = ByeReason.NOT_LEADER;
        byeText = address;
        return this;
    }

    /** Makes the venue send these bytes after the next WELCOME. */
    synchronized TestVenue afterNextWelcome(final byte[] bytes) {
        afterWelcome = bytes;
        return this;
    }

    /** Drops the messages with lower numbers. */
    synchronized TestVenue firstOut(final long newFirstOut) {
        firstOut = newFirstOut;
        return this;
    }

    /** Simulates a loss of power: the last messages are gone, and so are requests above {@code newLastRequest}. */
    synchronized TestVenue forget(final int messages, final long newLastRequest) {
        stream.subList(stream.size() - messages, stream.size()).clear();
        lastRequest = newLastRequest;
        return this;
    }

    synchronized TestVenue becomeAnother() {
        exchangeId[0]++;
        return this;
    }

    synchronized long lastRequest() {
        return lastRequest;
    }

    /** Fills a resting order by one lot. */
    synchronized void fillMaker(final long orderId) throws IOException {
        append(FillDescriptor.encode(
                out, 0, stream.size() + 1, 9, 99, orderId, 5, 100, 1, 0, 3, 7, 1, FillDescriptor.ROLE_MAKER, 0));
    }

    synchronized void takeOff(final long orderId, final int reason) throws IOException {
        append(OffDescriptor.encode(out, 0, stream.size() + 1, 9, 99, orderId, 4, 0, reason));
    }

    /** Cuts the connection. */
    synchronized void drop() throws IOException {
        if (connection != null) {
            connection.close();
        }
    }

    /**
     * Waits until the bytes that a client sent before its end are read: a client may end before its venue has read
     * them.
     */
    synchronized void awaitEnd() throws InterruptedException {
        while (connection != null) {
            wait();
        }
    }

    /** Sends raw bytes to the client. */
    synchronized void send(final byte[] bytes) throws IOException {
        output().write(bytes);
    }

    /** Waits for the next frame with a template, and ignores heartbeats. */
    byte[] awaitFrame(final int template) throws InterruptedException {
        while (true) {
            final byte[] frame = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (frame == null) {
                throw new AssertionError("no message " + template + " came");
            }
            if (Frame.template(frame, 0) == template) {
                return frame;
            }
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        closed = true;
        server.close();
        drop();
        thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
    }

    private OutputStream output() throws IOException {
        if (connection == null) {
            throw new IOException("no connection");
        }
        return connection.getOutputStream();
    }

    private void serve() {
        while (!closed) {
            try (Socket socket = server.accept()) {
                socket.setTcpNoDelay(true);
                synchronized (this) {
                    connection = socket;
                }
                read(new DataInputStream(socket.getInputStream()));
            } catch (final IOException e) {
                received.add(new byte[Frame.HEADER_LENGTH]); // a lost connection is part of the tests
            }
            synchronized (this) {
                connection = null;
                notifyAll();
            }
        }
    }

    private void read(final DataInputStream in) throws IOException {
        final byte[] frame = new byte[Frame.MAX_LENGTH];
        while (true) {
            in.readFully(frame, 0, Frame.HEADER_LENGTH);
            final int length = Frame.length(frame, 0);
            in.readFully(frame, Frame.HEADER_LENGTH, length - Frame.HEADER_LENGTH);
            if (Frame.scan(frame, 0, length) != length || MessageCheck.ofClient(frame, 0) != Frame.OK) {
                throw new AssertionError("the client sent a bad frame");
            }
            synchronized (this) {
                if (recording) {
                    received.add(Arrays.copyOf(frame, length));
                }
                if (quiet) {
                    continue;
                }
                if (!take(frame)) {
                    return;
                }
            }
        }
    }

    private boolean take(final byte[] frame) throws IOException {
        final int template = Frame.template(frame, 0);
        switch (template) {
            case Templates.LOGIN -> {
                return login(frame);
            }
            case Templates.LOGOUT -> {
                bye(ByeReason.LOGGED_OUT);
                return false;
            }
            case Templates.CLIENT_HEARTBEAT ->
                output().write(out, 0, HeartbeatDescriptor.encode(out, 0, stream.size() + 1));
            case Templates.STATUS ->
                output().write(
                                out,
                                0,
                                StatusIsDescriptor.encode(
                                        out,
                                        0,
                                        StatusDescriptor.id(frame, 0),
                                        StatusDescriptor.orderId(frame, 0),
                                        StatusIsDescriptor.LIVE,
                                        3,
                                        4,
                                        lastRequest));
            default -> carryOut(frame, template);
        }
        return true;
    }

    private boolean login(final byte[] frame) throws IOException {
        if (byeAtLogin != null) {
            bye(byeAtLogin);
            return false;
        }
        final long nextOut = LoginDescriptor.nextOut(frame, 0);
        output().write(
                        out,
                        0,
                        WelcomeDescriptor.encode(
                                out,
                                0,
                                lastRequest,
                                stream.size() + 1,
                                firstOut,
                                exchangeId,
                                LoginDescriptor.heartbeatMs(frame, 0),
                                false));
        if (nextOut > 0) {
            for (int i = (int) Math.max(nextOut, firstOut); i <= stream.size(); i++) {
                output().write(stream.get(i - 1));
            }
        }
        output().write(afterWelcome);
        afterWelcome = new byte[0];
        return true;
    }

    private void bye(final ByeReason reason) throws IOException {
        output().write(out, 0, ByeDescriptor.encode(out, 0, reason.code(), 3, byeText));
    }

    private void carryOut(final byte[] frame, final int template) throws IOException {
        if (swallows) {
            return;
        }
        final long request = RequestDescriptor.request(frame, 0);
        if (request != lastRequest + 1) {
            bye(ByeReason.BAD_REQUEST_NUMBER);
            throw new IOException("request " + request + " after " + lastRequest);
        }
        lastRequest = request;
        final boolean isChange = template >= Templates.MOVE && template <= Templates.REPLACE;
        final long orderId = isChange ? ChangeDescriptor.orderId(frame, 0) : OrderNumbers.cookie(17, request);
        append(AnswerDescriptor.encode(
                out, 0, stream.size() + 1, request, 99, request, orderId, 5, 2, 0, 0, template, 0));
    }

    private void append(final int length) throws IOException {
        stream.add(Arrays.copyOf(out, length));
        if (!keepsAnswers && connection != null && !connection.isClosed()) {
            output().write(out, 0, length);
        }
    }
}
