package io.daybook.feed.wire;

import io.daybook.wire.feed.MoldPacket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Gathers the messages of one session into packets, and sends each packet on all lines. Used by one thread. */
final class ChannelPacker {
    private final int channel;
    private final byte[] session;
    private UdpLine[] lines;

    /** The packet that is being gathered. */
    private final byte[] packet;

    /** The view of {@link #packet} that the lines send. */
    private final ByteBuffer sent;

    private int packetLength = MoldPacket.HEADER_LENGTH;
    private long firstNumber;
    private int count;
    private long nextNumber;
    private long lastSentNs;
    private @Nullable FeedHops hops;

    ChannelPacker(
            final int channel,
            final byte[] session,
            final UdpLine[] lines,
            final int packetBytes,
            final long nextNumber,
            final long nowNs) {
        this.channel = channel;
        this.session = session;
        this.lines = lines;
        this.nextNumber = nextNumber;
        lastSentNs = nowNs;
        packet = new byte[packetBytes];
        sent = ByteBuffer.allocateDirect(packetBytes);
    }

    /** Sets the recorder of the times at which some messages are sent. */
    void timedBy(final FeedHops recorder) {
        hops = lines.length > 0 && recorder.isOn() ? recorder : null;
    }

    /** Sends gathered messages on the current lines, changes to other lines, and sends the next number on these. */
    void sendOn(final UdpLine[] others, final long nowNs) {
        flush(nowNs);
        lines = others;
        heartbeat(nowNs);
    }

    long nextNumber() {
        return nextNumber;
    }

    long lastSentNs() {
        return lastSentNs;
    }

    /** Skips a message that another process sent before. */
    void pass(final long number) {
        nextNumber = number + 1;
    }

    /** Adds the next message. If it does not fit, sends the earlier ones first. */
    void add(final long number, final byte[] bytes, final int offset, final int length, final long nowNs) {
        if (!hasRoom(1, MoldPacket.MESSAGE_HEADER_LENGTH + length)) {
            flush(nowNs);
        }
        packetLength += MoldPacket.message(packet, packetLength, bytes, offset, length);
        took(number, 1);
    }

    /** Adds the next messages, each after its length: at once if they fit, otherwise one by one. */
    void add(
            final long first,
            final int messages,
            final byte[] bytes,
            final int offset,
            final int length,
            final long nowNs) {
        if (hasRoom(messages, length)) {
            System.arraycopy(bytes, offset, packet, packetLength, length);
            packetLength += length;
            took(first, messages);
            return;
        }
        int at = offset;
        for (int i = 0; i < messages; i++) {
            final int message = MoldPacket.messageLength(bytes, at);
            add(first + i, bytes, at + MoldPacket.MESSAGE_HEADER_LENGTH, message, nowNs);
            at += MoldPacket.MESSAGE_HEADER_LENGTH + message;
        }
    }

    private boolean hasRoom(final int messages, final int length) {
        return packetLength + length <= packet.length && count + messages <= MoldPacket.MAX_COUNT;
    }

    private void took(final long first, final int messages) {
        if (count == 0) {
            firstNumber = first;
        }
        count += messages;
        nextNumber = first + messages;
    }

    /** Sends gathered messages. */
    void flush(final long nowNs) {
        if (count > 0) {
            send(firstNumber, nowNs);
        }
    }

    /** Sends the next number. */
    void heartbeat(final long nowNs) {
        send(nextNumber, nowNs);
    }

    private void send(final long number, final long nowNs) {
        MoldPacket.header(packet, 0, session, number, count);
        sent.clear().put(packet, 0, packetLength).flip();
        for (final UdpLine line : lines) {
            line.send(channel, sent);
        }
        if (hops != null && hops.isWaiting()) {
            hops.onSent(channel, number + count - 1);
        }
        packetLength = MoldPacket.HEADER_LENGTH;
        count = 0;
        lastSentNs = nowNs;
    }
}
