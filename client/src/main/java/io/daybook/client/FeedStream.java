package io.daybook.client;

import io.daybook.client.feed.ChannelSubscriber;
import io.daybook.wire.BatchDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.EmptyDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.LoginDescriptor;
import io.daybook.wire.MessageCheck;
import io.daybook.wire.SubscribeDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import io.daybook.wire.feed.MoldPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The feed over TCP. It logs in if a channel needs snapshots, or at once if there are no lines; then it subscribes and
 * passes the messages on. If the connection is lost, it tries again after a pause. Used by the feed client's thread.
 */
final class FeedStream {
    /** The addresses of the venue, and the session of the login. */
    record Settings(
            List<InetSocketAddress> addresses,
            int session,
            String secret,
            @Nullable SSLContext tls,
            boolean isOnlySource) {}

    private static final int READ_BYTES = 1 << 16;
    private static final int HEARTBEAT_MS = 1_000;
    private static final long HEARTBEAT_NS = TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MS);
    private static final long LOGIN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);

    /** The wait for a welcome if there are other doors. */
    private static final long TURN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long MIN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final String PROGRAM = "FeedClient";

    private enum State {
        CLOSED,
        CONNECTING,
        HANDSHAKE,
        LOGIN_SENT,
        OPEN,
        /** The venue refused the login for good. */
        REFUSED
    }

    private final Settings settings;
    private final StreamAddresses addresses;
    private final ChannelSubscriber[] subscribers;
    private final int[] channels;
    private final boolean[] isSubscribed;
    private final Selector selector;
    private final byte[] input = new byte[READ_BYTES];
    private final ByteBuffer readBuffer = ByteBuffer.wrap(input);
    private final ByteBuffer writeBuffer = ByteBuffer.allocate(READ_BYTES);
    private final byte[] frame = new byte[Frame.MAX_LENGTH];
    private int end;
    private State state = State.CLOSED;
    private @Nullable SocketChannel channel;
    private @Nullable Transport transport;
    private long deadlineNs;
    private long pauseNs = MIN_PAUSE_NS;
    private long lastReadNs;
    private long lastWriteNs;
    private volatile String lastEnd = "";
    private volatile long history;

    FeedStream(
            final Settings settings,
            final ChannelSubscriber[] subscribers,
            final int[] channels,
            final Selector selector,
            final long nowNs) {
        this.settings = settings;
        this.addresses = new StreamAddresses(settings.addresses());
        this.subscribers = subscribers;
        this.channels = channels;
        this.selector = selector;
        isSubscribed = new boolean[subscribers.length];
        deadlineNs = nowNs;
    }

    /** The reason for the last end of the connection; empty if it never ended. Any thread may call this. */
    String lastEnd() {
        return lastEnd;
    }

    /**
     * The number of the venue's history in its last welcome; 0 if the venue was never restored from a backup. Any
     * thread may call this.
     */
    long history() {
        return history;
    }

    /** Does one step; returns whether there may be more to do at once. */
    boolean poll(final long nowNs) {
        try {
            return switch (state) {
                case CLOSED -> connect(nowNs);
                case CONNECTING -> finishConnect(nowNs);
                case HANDSHAKE -> handshake(nowNs);
                case LOGIN_SENT, OPEN -> exchange(nowNs);
                case REFUSED -> false;
            };
        } catch (final IOException e) {
            lose(String.valueOf(e.getMessage()), nowNs);
            return true;
        }
    }

    private boolean isWanted() {
        boolean isWanted = settings.isOnlySource();
        for (final ChannelSubscriber subscriber : subscribers) {
            isWanted |= subscriber.isStale();
        }
        return isWanted;
    }

    private boolean connect(final long nowNs) throws IOException {
        if (!isWanted() || nowNs - deadlineNs < 0) {
            return false;
        }
        final SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        opened.register(selector, SelectionKey.OP_CONNECT);
        deadlineNs = nowNs + (addresses.areSeveral() ? TURN_TIMEOUT_NS : LOGIN_TIMEOUT_NS);
        state = State.CONNECTING;
        opened.connect(addresses.current());
        return true;
    }

    private boolean finishConnect(final long nowNs) throws IOException {
        requireInTime(nowNs);
        final SocketChannel opened = open(channel);
        if (!opened.finishConnect()) {
            return false;
        }
        opened.register(selector, SelectionKey.OP_READ);
        final SSLContext tls = settings.tls();
        final InetSocketAddress address = addresses.current();
        transport = tls == null
                ? new PlainTransport(opened)
                : new TlsTransport(opened, tls, address.getHostString(), address.getPort());
        state = State.HANDSHAKE;
        return true;
    }

    private boolean handshake(final long nowNs) throws IOException {
        requireInTime(nowNs);
        if (!open(transport).handshake()) {
            return false;
        }
        end = 0;
        writeBuffer.clear();
        put(LoginDescriptor.encode(frame, 0, settings.session(), HEARTBEAT_MS, 0, settings.secret(), PROGRAM));
        lastReadNs = nowNs;
        lastWriteNs = nowNs;
        state = State.LOGIN_SENT;
        return true;
    }

    private boolean exchange(final long nowNs) throws IOException {
        if (state == State.OPEN) {
            if (!isWanted()) {
                lose("no longer needed", nowNs);
                return false;
            }
            subscribe();
            if (nowNs - lastWriteNs >= HEARTBEAT_NS) {
                put(EmptyDescriptor.encodeHeartbeat(frame, 0));
                lastWriteNs = nowNs;
            }
        }
        write();
        readBuffer.clear().position(end);
        final int count = open(transport).read(readBuffer);
        if (count < 0) {
            throw new IOException("the venue closed the connection");
        }
        if (count > 0) {
            end += count;
            lastReadNs = nowNs;
            take(nowNs);
            return true;
        }
        if (state == State.LOGIN_SENT) {
            requireInTime(nowNs);
        } else if (nowNs - lastReadNs > 2 * HEARTBEAT_NS) {
            throw new IOException("the venue was silent for two heartbeats");
        }
        return false;
    }

    private void subscribe() throws IOException {
        for (int i = 0; i < subscribers.length; i++) {
            final ChannelSubscriber subscriber = subscribers[i];
            if (isSubscribed[i] && subscriber.needsStream()) {
                throw new IOException("channel " + channels[i] + " needs its snapshots again");
            }
            if (!isSubscribed[i] && (settings.isOnlySource() || subscriber.isStale())) {
                isSubscribed[i] = true;
                final long from = subscriber.wantedFrom();
                put(SubscribeDescriptor.encode(frame, 0, channels[i], SubscribeDescriptor.ORDERS, from));
                if (from == 0) {
                    subscriber.onStreamBegin();
                }
            }
        }
    }

    private void put(final int length) {
        writeBuffer.put(frame, 0, length);
    }

    private void write() throws IOException {
        writeBuffer.flip();
        open(transport).write(writeBuffer);
        writeBuffer.compact();
    }

    private void take(final long nowNs) throws IOException {
        int at = 0;
        int length = Frame.scan(input, at, end - at);
        while (length > 0) {
            onFrame(at, nowNs);
            at += length;
            length = Frame.scan(input, at, end - at);
        }
        if (length < 0) {
            throw new IOException("byte " + ~length + " of a frame is wrong");
        }
        System.arraycopy(input, at, input, 0, end - at);
        end -= at;
    }

    private void onFrame(final int at, final long nowNs) throws IOException {
        final int template = Frame.template(input, at);
        final boolean isKnown =
                template == Templates.WELCOME || template == Templates.BYE || template == Templates.BATCH;
        if (!isKnown) {
            return; // heartbeats, and messages of later versions
        }
        final int fault = MessageCheck.ofVenue(input, at);
        if (fault != Frame.OK) {
            throw new IOException("byte " + fault + " of a frame is wrong");
        }
        switch (template) {
            case Templates.WELCOME -> {
                state = State.OPEN;
                history = WelcomeDescriptor.history(input, at);
                pauseNs = MIN_PAUSE_NS;
                addresses.welcomed();
            }
            case Templates.BYE -> bye(at, nowNs);
            default -> batch(at, nowNs);
        }
    }

    private void bye(final int at, final long nowNs) throws IOException {
        final int code = ByeDescriptor.reason(input, at);
        final ByeReason reason = ByeReason.isKnown(code) ? ByeReason.of(code) : null;
        if (reason == ByeReason.TOO_OLD) {
            for (int i = 0; i < subscribers.length; i++) {
                if (isSubscribed[i]) {
                    subscribers[i].onTooOld(nowNs);
                }
            }
        }
        if (reason == ByeReason.NOT_LEADER) {
            addresses.follow(ByeDescriptor.text(input, at));
        }
        final String why = "the venue ended the connection: " + (reason == null ? "reason " + code : reason) + ": "
                + ByeDescriptor.text(input, at);
        if (reason != null && reason != ByeReason.TOO_OLD && !reason.isWorthRetrying()) {
            lose(why, nowNs);
            state = State.REFUSED;
        }
        throw new IOException(why);
    }

    private void batch(final int at, final long nowNs) throws IOException {
        final int index = Arrays.binarySearch(channels, BatchDescriptor.channel(input, at));
        if (index < 0 || BatchDescriptor.stream(input, at) != SubscribeDescriptor.ORDERS) {
            return;
        }
        final ChannelSubscriber subscriber = subscribers[index];
        final long number = BatchDescriptor.number(input, at);
        final int count = BatchDescriptor.count(input, at);
        int place = BatchDescriptor.messagesOffset(input, at);
        if (number != BatchDescriptor.SNAPSHOT) {
            final int length = BatchDescriptor.messagesLength(input, at);
            if (!subscriber.onStreamed(number, count, input, place, length, nowNs)) {
                throw new IOException("a batch has malformed messages");
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            final int length = MoldPacket.messageLength(input, place);
            place += MoldPacket.MESSAGE_HEADER_LENGTH;
            subscriber.onStreamedSnapshot(input, place, length, nowNs);
            place += length;
        }
    }

    private void requireInTime(final long nowNs) throws IOException {
        if (nowNs - deadlineNs > 0) {
            throw new IOException("no answer to the login in time");
        }
    }

    private void lose(final String why, final long nowNs) {
        if (state == State.REFUSED) {
            return;
        }
        lastEnd = why;
        close();
        state = State.CLOSED;
        final boolean wereAllTried = addresses.lost();
        deadlineNs = nowNs + (wereAllTried ? pauseNs : MIN_PAUSE_NS);
        pauseNs = wereAllTried ? Math.min(2 * pauseNs, MAX_PAUSE_NS) : pauseNs;
        for (int i = 0; i < subscribers.length; i++) {
            if (isSubscribed[i]) {
                isSubscribed[i] = false;
                subscribers[i].onStreamEnd(nowNs);
            }
        }
    }

    /** Closes the connection. */
    void close() {
        final Transport open = transport;
        final SocketChannel opened = channel;
        transport = null;
        channel = null;
        try {
            if (open != null) {
                open.close();
            }
            if (opened != null) {
                opened.close();
            }
        } catch (final IOException e) {
            lastEnd = "closing the connection: " + e.getMessage();
        }
    }

    /** Returns a part of the connection, which exists in every state after CLOSED. */
    private static <T> T open(final @Nullable T part) throws IOException {
        if (part == null) {
            throw new IOException("the connection is closed");
        }
        return part;
    }
}
