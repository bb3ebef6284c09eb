package io.daybook.client;

import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.WelcomeDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The I/O thread: connects, logs in, writes commands, reads and calls the listener, sends heartbeats, and reconnects.
 * Other threads use only its volatile fields.
 */
final class ClientLoop implements Runnable, InboundStream.Steering {
    private static final int READ_BYTES = 1 << 16;
    private static final long LOGIN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);
    /** The wait for a welcome if there are other addresses: a stopped process takes connections and sends nothing. */
    private static final long TURN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long LOGOUT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long MAX_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long NOT_SAVED = -1;
    /** The other side counts as silent after this many heartbeat intervals. */
    private static final int SILENT_HEARTBEATS = 2;

    private enum State {
        WAITING,
        CONNECTING,
        HANDSHAKE,
        LOGIN_SENT,
        OPEN,
        STOPPED
    }

    private final ClientConfig config;
    private final ClientListener listener;
    private final Outbound outbound;
    private final StreamPosition position;
    private final InboundStream inbound;
    private final @Nullable NextOutFile file;
    private final @Nullable ClientHops hops;
    private final Selector selector;
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final ByteBuffer writeBuffer;
    private final Welcome welcome = new Welcome();
    private final VenueAddresses addresses;
    private final CountDownLatch outcome = new CountDownLatch(1);

    private State state = State.WAITING;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private @Nullable Transport transport;
    private boolean writePending;
    private boolean logoutSent;
    private long heartbeatNs;
    private long deadlineNs;
    private long reconnectMs;
    private long lastReadNs;
    private long lastWriteNs;
    private long savedNextOut;

    private volatile boolean parked;
    private volatile boolean logoutWanted;
    private volatile boolean stopWanted;
    private volatile boolean welcomed;
    private volatile long toldNextOut;
    private volatile @Nullable ByeReason stopReason;
    private volatile String stopWhy = "";
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Thread thread;

    ClientLoop(
            final ClientConfig config,
            final ClientListener listener,
            final Outbound outbound,
            final StreamPosition position,
            final @Nullable NextOutFile file,
            final @Nullable ClientHops hops)
            throws IOException {
        this.config = config;
        addresses = new VenueAddresses(config.addresses());
        this.listener = listener;
        this.outbound = outbound;
        this.position = position;
        this.file = file;
        this.hops = hops;
        inbound = new InboundStream(position, listener, outbound, config.dropCopy(), hops);
        writeBuffer = ByteBuffer.allocateDirect(outbound.capacity()).limit(0);
        reconnectMs = config.minReconnectMs();
        toldNextOut = position.nextOut;
        savedNextOut = position.nextOut;
        deadlineNs = System.nanoTime();
        selector = Selector.open();
    }

    /** Called by a thread after it has put a command into the outbound. */
    void wake() {
        if (parked && Thread.currentThread() != thread) {
            parked = false;
            selector.wakeup();
        }
    }

    void logout() {
        logoutWanted = true;
        selector.wakeup();
    }

    void stop() {
        stopWanted = true;
        selector.wakeup();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** Waits for the first welcome, or the end; returns whether either came in time. */
    boolean awaitOutcome(final long timeoutMs) throws InterruptedException {
        return outcome.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Returns whether there was a first welcome. */
    boolean wasWelcomed() {
        return welcomed;
    }

    long nextOut() {
        return toldNextOut;
    }

    /** Returns why the client has stopped, or the last fault. */
    String why() {
        return stopWhy;
    }

    @Nullable
    ByeReason reason() {
        return stopReason;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (state != State.STOPPED) {
                if (!work()) {
                    idle();
                }
            }
            listener.onStopped(stopReason, stopWhy);
        } catch (final IOException e) {
            failure = e;
            stopWhy = "the client failed: " + e.getMessage();
            outbound.close();
            listener.onStopped(null, stopWhy);
        } catch (final RuntimeException | Error e) {
            failure = e;
            stopWhy = "the client failed: " + e;
            outbound.close();
            throw e;
        } finally {
            state = State.STOPPED;
            closeChannel();
            closeSelector();
            outcome.countDown();
        }
    }

    /** Does one step; returns whether there may be more to do at once. */
    private boolean work() throws IOException {
        if (stopWanted || logoutWanted && state.compareTo(State.OPEN) < 0) {
            end(null, "closed by the program");
            return true;
        }
        try {
            return switch (state) {
                case WAITING -> connect();
                case CONNECTING -> finishConnect();
                case HANDSHAKE -> handshake();
                case LOGIN_SENT, OPEN -> exchange();
                case STOPPED -> true;
            };
        } catch (final DiskFailure e) {
            throw e;
        } catch (final IOException e) {
            lose(String.valueOf(e.getMessage()));
            return true;
        }
    }

    private boolean connect() throws IOException {
        if (System.nanoTime() - deadlineNs < 0) {
            return false;
        }
        final VenueAddress venue = addresses.current();
        final InetSocketAddress address = new InetSocketAddress(venue.host(), venue.port());
        if (address.isUnresolved()) {
            throw new IOException("host " + venue.host() + " is not known");
        }
        if (config.tls() == null && !address.getAddress().isLoopbackAddress()) {
            final String why = "tls must be set for a venue on another machine: host=" + venue.host();
            if (addresses.isToldByVenue()) {
                throw new IOException(why);
            }
            end(null, why);
            return true;
        }
        final SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = opened.register(selector, SelectionKey.OP_CONNECT);
        deadlineNs = System.nanoTime() + (addresses.areSeveral() ? TURN_TIMEOUT_NS : LOGIN_TIMEOUT_NS);
        state = State.CONNECTING;
        opened.connect(address);
        return true;
    }

    private boolean finishConnect() throws IOException {
        requireInTime("no connection");
        final SocketChannel opened = open(channel);
        if (!opened.finishConnect()) {
            return false;
        }
        open(key).interestOps(SelectionKey.OP_READ);
        transport = config.tls() == null
                ? new PlainTransport(opened)
                : new TlsTransport(
                        opened,
                        config.tls(),
                        addresses.current().host(),
                        addresses.current().port());
        state = State.HANDSHAKE;
        return true;
    }

    private boolean handshake() throws IOException {
        requireInTime("no TLS handshake");
        if (!open(transport).handshake()) {
            return false;
        }
        inbound.clear();
        final byte[] login = new byte[Frame.HEADER_LENGTH + LoginDescriptor.BLOCK_LENGTH];
        LoginDescriptor.encode(
                login, 0, config.session(), config.heartbeatMs(), position.nextOut, config.secret(), config.program());
        writeBuffer.clear().put(login).flip();
        logoutSent = false;
        heartbeatNs = TimeUnit.MILLISECONDS.toNanos(config.heartbeatMs());
        lastReadNs = System.nanoTime();
        lastWriteNs = lastReadNs;
        state = State.LOGIN_SENT;
        return true;
    }

    /** Writes, reads, calls the listener, and writes the commands that the listener sent. */
    private boolean exchange() throws IOException {
        if (logoutWanted && !logoutSent) {
            outbound.logout();
            logoutSent = true;
            deadlineNs = System.nanoTime() + LOGOUT_TIMEOUT_NS;
        }
        boolean worked = write();
        readBuffer.clear().limit(Math.min(READ_BYTES, inbound.room()));
        final int count = open(transport).read(readBuffer);
        if (count < 0) {
            throw new IOException("the venue closed the connection");
        }
        final long nowNs = System.nanoTime();
        if (count > 0) {
            worked = true;
            lastReadNs = nowNs;
            if (hops != null) {
                hops.read(nowNs);
            }
            readBuffer.flip();
            try {
                inbound.take(readBuffer, this);
            } finally {
                publishPosition();
            }
            if (state == State.OPEN) {
                write();
            }
        } else if (state == State.LOGIN_SENT) {
            requireInTime("no answer to the login");
        } else if (nowNs - lastReadNs > SILENT_HEARTBEATS * heartbeatNs) {
            throw new IOException("the venue was silent for " + SILENT_HEARTBEATS + " heartbeats");
        }
        if (logoutSent) {
            requireInTime("no answer to the logout");
        }
        if (state == State.OPEN && !isWriteBlocked() && nowNs - lastWriteNs >= heartbeatNs) {
            outbound.heartbeat();
            worked = true;
        }
        return worked;
    }

    /** Returns whether bytes wait because the venue does not read: they go before a heartbeat, and serve as one. */
    private boolean isWriteBlocked() {
        return writePending || writeBuffer.hasRemaining();
    }

    private boolean write() throws IOException {
        if (!writeBuffer.hasRemaining()) {
            if (state == State.OPEN) {
                writeBuffer.clear();
                outbound.drainTo(writeBuffer);
                writeBuffer.flip();
            }
            if (!writeBuffer.hasRemaining() && !writePending) {
                return false;
            }
        }
        final int before = writeBuffer.remaining();
        final boolean all = open(transport).write(writeBuffer);
        if (all == writePending) {
            writePending = !all;
            open(key).interestOps(all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
        if (writeBuffer.remaining() == before) {
            return false;
        }
        lastWriteNs = System.nanoTime();
        if (hops != null && !writeBuffer.hasRemaining()) {
            hops.written(lastWriteNs);
        }
        return true;
    }

    /** Stores the position of the stream: for the program, and in the file. */
    private void publishPosition() throws DiskFailure {
        forgetInterrupt();
        toldNextOut = position.nextOut;
        if (file != null && position.nextOut != savedNextOut) {
            try {
                file.save(position);
            } catch (final IOException e) {
                throw new DiskFailure(e);
            }
            savedNextOut = position.nextOut;
        }
    }

    @Override
    public boolean isWelcomed() {
        return state == State.OPEN;
    }

    @Override
    public void onWelcome(final byte[] bytes, final int offset) throws IOException {
        if (state != State.LOGIN_SENT) {
            throw new IOException("the venue sent a second WELCOME");
        }
        final String lost = inbound.lostHistory(bytes, offset);
        if (!lost.isEmpty()) {
            listener.onHistoryLost(lost);
            end(null, "history lost: " + lost);
            throw new IOException(lost);
        }
        heartbeatNs = TimeUnit.MILLISECONDS.toNanos(WelcomeDescriptor.heartbeatMs(bytes, offset));
        final long lastRequest = WelcomeDescriptor.lastRequest(bytes, offset);
        for (long request = lastRequest + 1; request <= outbound.lastRequest(); request++) {
            listener.onNotCarriedOut(request);
        }
        inbound.welcome(bytes, offset);
        savedNextOut = NOT_SAVED;
        publishPosition();
        addresses.welcomed();
        reconnectMs = config.minReconnectMs();
        stopReason = null;
        state = State.OPEN;
        outbound.open(lastRequest);
        listener.onWelcome(welcome.wrap(bytes, offset));
        welcomed = true;
        outcome.countDown();
    }

    @Override
    public void onBye(final byte[] bytes, final int offset) throws IOException {
        final int code = ByeDescriptor.reason(bytes, offset);
        final ByeReason reason = ByeReason.isKnown(code) ? ByeReason.of(code) : null;
        final String why = "the venue ended the connection: " + (reason == null ? "reason " + code : reason) + ": "
                + ByeDescriptor.text(bytes, offset) + " (detail " + ByeDescriptor.detail(bytes, offset) + ")";
        if (logoutSent || reason != null && !reason.isWorthRetrying()) {
            end(reason, why);
        } else {
            stopReason = reason;
            if (reason == ByeReason.NOT_LEADER) {
                addresses.follow(ByeDescriptor.text(bytes, offset));
            }
        }
        throw new IOException(why);
    }

    @Override
    public void onCopy() throws IOException {
        final String why =
                "session " + config.session() + " receives reports of other sessions: its builder must set dropCopy()";
        end(null, why);
        throw new IOException(why);
    }

    private void requireInTime(final String what) throws IOException {
        if (System.nanoTime() - deadlineNs > 0) {
            throw new IOException(what + " in time");
        }
    }

    private void end(final @Nullable ByeReason reason, final String why) {
        outbound.close();
        closeChannel();
        stopReason = reason;
        stopWhy = why;
        state = State.STOPPED;
    }

    /** Handles the loss of the connection: waits, and tries again, unless the client has ended. */
    private void lose(final String why) {
        if (state == State.STOPPED) {
            return;
        }
        final boolean wasOpen = state == State.OPEN;
        outbound.close();
        closeChannel();
        stopWhy = why;
        if (logoutSent) {
            end(null, why);
            return;
        }
        state = State.WAITING;
        deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(reconnectMs);
        if (addresses.lost()) {
            reconnectMs = Math.min(2 * reconnectMs, config.maxReconnectMs());
        }
        if (wasOpen) {
            listener.onDisconnected(why);
        }
    }

    private void idle() throws IOException {
        if (config.busySpin() && state.compareTo(State.LOGIN_SENT) >= 0) {
            Thread.onSpinWait();
            return;
        }
        forgetInterrupt();
        parked = true;
        if (writePending || outbound.isEmpty()) {
            selector.select(ClientLoop::ignore, waitMs());
        }
        parked = false;
    }

    /** Ignores the key, because each step tries the channel anyway. */
    private static void ignore(final SelectionKey ready) {}

    /** Clears the interrupt flag, which would close the file during a write and end every wait at once. */
    private static void forgetInterrupt() {
        final boolean unused = Thread.interrupted();
    }

    private long waitMs() {
        final long nowNs = System.nanoTime();
        final long untilNs =
                switch (state) {
                    case WAITING -> deadlineNs - nowNs;
                    case OPEN ->
                        isWriteBlocked()
                                ? MAX_WAIT_NS
                                : Math.min(
                                        lastWriteNs + heartbeatNs - nowNs,
                                        lastReadNs + SILENT_HEARTBEATS * heartbeatNs - nowNs);
                    default -> MAX_WAIT_NS;
                };
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(Math.min(untilNs, MAX_WAIT_NS)));
    }

    private void closeChannel() {
        final Transport open = transport;
        final SocketChannel opened = channel;
        transport = null;
        channel = null;
        key = null;
        writePending = false;
        writeBuffer.clear().limit(0);
        try {
            if (open != null) {
                open.close();
            }
            if (opened != null) {
                opened.close();
            }
            selector.selectNow(); // releases the key of the closed channel
        } catch (final IOException e) {
            stopWhy = "closing the connection: " + e.getMessage();
        }
    }

    private void closeSelector() {
        try {
            selector.close();
            if (file != null) {
                file.close();
            }
            if (hops != null) {
                hops.close();
            }
        } catch (final IOException e) {
            failure = e;
        }
    }

    /** Returns a part of the connection, which exists in every state after WAITING. */
    private static <T> T open(final @Nullable T part) {
        return Objects.requireNonNull(part, "a connection's part");
    }

    /** The file with the stream's position cannot be written, so the position could be lost: the client stops. */
    private static final class DiskFailure extends IOException {
        private static final long serialVersionUID = 1L;

        DiskFailure(final IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
