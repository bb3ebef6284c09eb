package io.daybook.cluster.state;

import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.Query;
import io.daybook.api.ResultView;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.slab.HashSecret;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes messages for tests. */
public final class Messages {
    static final byte[] ID = "an exchange's id".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    static final byte[] SECRET = "a secret of 16 b".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private Messages() {}

    public static ClusterState newState(final long secret) {
        return new ClusterState(BookTypes.all(OrderBookType.LADDER), HashSecret.of(secret));
    }

    static ClusterState newState(final long secret, final ResultSink results) {
        return ClusterState.followed(BookTypes.all(OrderBookType.LADDER), HashSecret.of(secret), results);
    }

    public static byte[] settings() {
        return settings(true);
    }

    static byte[] settings(final boolean marginTrading) {
        return message(
                RequestKind.SETTINGS,
                0,
                0,
                0,
                0,
                0,
                ClusterSettings.of(ID, SECRET, marginTrading).toBytes());
    }

    static byte[] followers(final String... names) {
        return message(RequestKind.SET_FOLLOWERS, 0, 0, 0, 0, 0, ClusterSettings.followerBytes(List.of(names)));
    }

    static byte[] addFollowers(final String... names) {
        return message(RequestKind.ADD_FOLLOWERS, 0, 0, 0, 0, 0, ClusterSettings.followerBytes(List.of(names)));
    }

    /** Returns an OPEN of a door. */
    static byte[] openDoor(final int session, final long number) {
        return message(RequestKind.OPEN_DOOR, 0, 0, session, 0, number, new byte[0]);
    }

    public static byte[] open(final int session, final long number) {
        return message(RequestKind.OPEN, 0, 0, session, 0, number, new byte[0]);
    }

    static byte[] query(final long number, final Query<?> query) {
        return message(RequestKind.QUERY, 0, 0, 0, 0, number, ReportCodec.encode(query));
    }

    public static byte[] commands(
            final int session, final long epoch, final long first, final long receivedBelow, final Command... list) {
        final CommandBlockEncoder block = new CommandBlockEncoder(1 << 20);
        block.reset();
        for (final Command command : list) {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            block.append(slot, 0);
        }
        return message(
                RequestKind.COMMANDS,
                list.length,
                epoch,
                session,
                receivedBelow,
                first,
                Arrays.copyOf(block.buffer(), block.length()));
    }

    /** Returns a NOP with a tag. */
    static byte[] tagged(final int session, final long epoch, final long first, final byte... tag) {
        final CommandBlockEncoder block = new CommandBlockEncoder(1 << 10);
        block.reset();
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, new Nop(), CommandRecords.encodePayload(new Nop()));
        slot.tag(tag, 0, tag.length);
        block.append(slot, 0);
        final byte[] bytes = Arrays.copyOf(block.buffer(), block.length());
        return message(RequestKind.COMMANDS, 1, epoch, session, 0, first, bytes);
    }

    static byte[] message(
            final RequestKind kind,
            final int count,
            final long epoch,
            final int session,
            final long receivedBelow,
            final long first,
            final byte[] block) {
        final byte[] message = new byte[Request.HEAD_LENGTH + block.length];
        Request.putHead(message, kind, epoch, session, receivedBelow, first);
        if (count > 0) {
            Request.putCount(message, count);
        }
        System.arraycopy(block, 0, message, Request.HEAD_LENGTH, block.length);
        return message;
    }

    /** Sends a message; returns the parts of its reply. */
    static List<byte[]> send(final ClusterState state, final byte[] message, final long timeNs) {
        final List<byte[]> replies = new ArrayList<>();
        state.onRequest(
                message,
                0,
                message.length,
                timeNs,
                true,
                (bytes, offset, length) -> replies.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        return replies;
    }

    /** Sends a message; returns its reply, which has one part. */
    static Reply reply(final ClusterState state, final byte[] message) {
        final List<byte[]> replies = send(state, message, 1_000);
        if (replies.size() != 1) {
            throw new AssertionError("replies: " + replies.size());
        }
        final Reply reply = new Reply();
        reply.wrap(replies.get(0), 0, replies.get(0).length);
        return reply;
    }

    /** Returns the block of a reply in parts. */
    static byte[] block(final List<byte[]> parts) {
        final ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (final byte[] part : parts) {
            block.write(part, Reply.HEAD_LENGTH, part.length - Reply.HEAD_LENGTH);
        }
        return block.toByteArray();
    }

    /** Decodes the results of a block; returns their number. */
    static List<Long> seqs(final byte[] block) {
        final List<Long> seqs = new ArrayList<>();
        final ResultDecoder results = new ResultDecoder();
        for (int at = 0; at < block.length; ) {
            at += results.wrap(block, at, block.length - at);
            seqs.add(((ResultView) results).seq());
        }
        return seqs;
    }

    /** Returns the snapshot of a state. */
    public static List<byte[]> snapshot(final ClusterState state) {
        final List<byte[]> chunks = new ArrayList<>();
        state.write(
                List.of(), (bytes, offset, length) -> chunks.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        return chunks;
    }

    /** Returns a state restored from a snapshot. */
    public static ClusterState restored(final List<byte[]> chunks, final long secret) {
        final ClusterState state = newState(secret);
        state.restore(new ArrayDeque<>(chunks)::poll);
        return state;
    }
}
