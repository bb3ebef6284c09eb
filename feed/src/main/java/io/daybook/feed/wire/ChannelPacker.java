package io.daybook.feed.wire;

import io.daybook.client.feed.MoldPacket;
import java.nio.ByteBuffer;

/** Gathers the messages of one session into packets, and sends each to all lines. Used by one thread. */
final class ChannelPacker {
    private final int channel;
    private final byte[] session;
    private final UdpLine[] lines;
    private final byte[] header = new byte[MoldPacket.HEADER_LENGTH];
    private final ByteBuffer packet;
    private long firstNumber;
    private int count;
    private long nextNumber;
    private long lastSentNs;

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
        packet = ByteBuffer.allocateDirect(packetBytes);
        clear();
    }

    long nextNumber() {
        return nextNumber;
    }

    long lastSentNs() {
        return lastSentNs;
    }

    private void clear() {
        packet.clear().position(MoldPacket.HEADER_LENGTH);
        count = 0;
    }

    /** A message that was sent before, by another process. */
    void pass(final long number) {
        nextNumber = number + 1;
    }

    /** The next message; where it finds no room, those before it are sent first. */
    void add(final long number, final byte[] bytes, final int offset, final int length, final long nowNs) {
        if (packet.remaining() < MoldPacket.MESSAGE_HEADER_LENGTH + length || count == MoldPacket.MAX_COUNT) {
            flush(nowNs);
        }
        if (count == 0) {
            firstNumber = number;
        }
        packet.putShort((short) length).put(bytes, offset, length);
        count++;
        nextNumber = number + 1;
    }

    /** Sends what is gathered. */
    void flush(final long nowNs) {
        if (count > 0) {
            send(firstNumber, nowNs);
        }
    }

    /** Says which number is next. */
    void heartbeat(final long nowNs) {
        send(nextNumber, nowNs);
    }

    private void send(final long number, final long nowNs) {
        MoldPacket.header(header, 0, session, number, count);
        packet.flip().put(header).position(0);
        for (final UdpLine line : lines) {
            line.send(channel, packet);
        }
        clear();
        lastSentNs = nowNs;
    }
}
