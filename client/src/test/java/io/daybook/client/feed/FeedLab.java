package io.daybook.client.feed;

import io.daybook.client.book.OrderLevels;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A channel, its publisher, a network that loses, swaps, doubles and delays packets, and a subscriber: without sockets,
 * on a clock that a test sets. It checks at each fresh book, and while books are shown, that they equal the
 * publisher's.
 */
final class FeedLab {
    static final int EXCHANGE = 0xABCDEF;
    static final int[] SYMBOLS = {7, -3, 1_000_000_007, 12, 13};
    private static final int PACKET_BYTES = 600;
    private static final long MS = 1_000_000;

    /** The number of the first message of snapshots. */
    private static final long FIRST_SNAPSHOT = 1_000;

    /** The faults of one line of the network, in packets per 1,000. */
    record Faults(int lost, int doubled, int delayed, long maxDelayNs) {
        static final Faults NONE = new Faults(0, 0, 0, 0);
    }

    private record Delivery(long atNs, long order, byte[] packet) {}

    final SplittableRandom random;
    final FeedSession session;
    final Heard heard = new Heard();
    final ChannelSubscriber subscriber;
    final ChannelWriter writer;

    private final List<byte[]> messages = new ArrayList<>();
    private final PriorityQueue<Delivery> network = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
    private final List<Long> live = new ArrayList<>();
    private final List<byte[]> facts = new ArrayList<>();
    private final SnapshotWriter snapshot = new SnapshotWriter();
    private final byte[] scratch = new byte[128];

    Faults lineA = Faults.NONE;
    Faults lineB = Faults.NONE;

    /** The faults of line A of the snapshots. */
    Faults snapshotsA = Faults.NONE;

    /** The faults of line B of the snapshots. */
    Faults snapshotsB = Faults.NONE;

    boolean isRequestServerOn = true;
    boolean isCycleOn = true;
    boolean isStreamOn;
    long nowNs = 1_000 * MS;
    private long sent;
    private long deliveries;
    private long seq = 1;
    private final List<byte[]> snapshots = new ArrayList<>();
    private int cycleIndex;
    private long lastPacketNs;

    /** The message from which the stream continues; 0 for no stream. */
    private long streamNext;

    int streams;
    int snapshotRequests;

    /** Records the calls, and checks that each is allowed. */
    final class Heard implements FeedListener {
        final List<String> words = new ArrayList<>();
        final boolean[] fresh = new boolean[SYMBOLS.length];
        boolean isStale;
        int stales;
        int mismatches;
        long groups;
        long trades;
        long tops;

        private int index(final int symbol) {
            for (int i = 0; i < SYMBOLS.length; i++) {
                if (SYMBOLS[i] == symbol) {
                    return i;
                }
            }
            throw new AssertionError("unknown symbol " + symbol);
        }

        private void requireFresh(final int symbol, final String what) {
            if (!fresh[index(symbol)]) {
                throw new AssertionError(what + " of a stale symbol: " + symbol);
            }
        }

        int fresh() {
            int count = 0;
            for (final boolean isFresh : fresh) {
                count += isFresh ? 1 : 0;
            }
            return count;
        }

        @Override
        public void onGroup(final long seq, final long timeNs) {
            groups++;
        }

        @Override
        public void onTrade(
                final int symbol,
                final long tradeId,
                final long price,
                final long size,
                final int takerSide,
                final int flags) {
            trades++;
            requireFresh(symbol, "trade");
        }

        @Override
        public void onTop(
                final int symbol, final long bidPrice, final long bidSize, final long askPrice, final long askSize) {
            tops++;
            requireFresh(symbol, "top");
        }

        @Override
        public void onStale(final int channel) {
            words.add("stale " + channel);
            Arrays.fill(fresh, false);
            isStale = true;
            stales++;
        }

        @Override
        public void onFresh(final int symbol) {
            words.add("fresh " + symbol);
            if (fresh[index(symbol)]) {
                throw new AssertionError("fresh twice: " + symbol);
            }
            fresh[index(symbol)] = true;
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            words.add(mismatch + " " + template + " " + symbol + " " + reference);
            mismatches++;
        }
    }

    FeedLab(final long seed) {
        random = new SplittableRandom(seed);
        session = new FeedSession(EXCHANGE, 0, 3);
        writer = new ChannelWriter(
                (number, bytes, offset, length) -> messages.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        subscriber = new ChannelSubscriber(3, EXCHANGE, heard, this::answer, nowNs);
        writer.begin(seq, nowNs);
        for (final int symbol : SYMBOLS) {
            writer.listing(symbol, 1, 10, 20, 1, 1, 1, 1_000);
            facts.add(Arrays.copyOf(scratch, FeedDescriptor.listing(scratch, 0, symbol, 1, 10, 20, 1, 1, 1, 1_000)));
        }
        writer.end();
    }

    long messages() {
        return messages.size();
    }

    /** Carries out a random command, which may have no public effect. */
    void trade() {
        writer.begin(++seq, nowNs);
        for (int i = random.nextInt(4); i > 0; i--) {
            change();
        }
        writer.end();
    }

    private void change() {
        final int symbol = SYMBOLS[random.nextInt(SYMBOLS.length)];
        final int kind = random.nextInt(5_000);
        if (kind == 0) {
            writer.reset();
            live.clear();
        } else if (kind < 2_400 && live.size() < 400 || live.isEmpty()) {
            live.add(writer.add(symbol, 1 + random.nextInt(2), random.nextInt(-20, 20), 1 + random.nextInt(50)));
        } else if (kind < 2_500) {
            writer.trade(symbol, 5, 6, 7, 1, 0);
        } else {
            final int index = random.nextInt(live.size());
            final long reference = live.get(index);
            final int order = writer.find(reference);
            final long size = writer.levels().size(order);
            final long part = 1 + random.nextLong(size);
            if (kind < 3_500) {
                final long price = writer.levels().price(writer.levels().level(order));
                writer.exec(reference, price, part, 1, 2, 0);
            } else if (kind < 4_500) {
                writer.cut(reference, part);
            } else {
                live.set(index, writer.moved(reference, random.nextInt(-20, 20), 1 + random.nextInt(50)));
                return;
            }
            if (part == size) {
                live.remove(index);
            }
        }
    }

    /** Sends the new messages on both lines, in packets. */
    void publish() {
        while (sent < messages.size()) {
            final byte[] packet = packet(sent + 1, Integer.MAX_VALUE);
            sent += MoldPacket.count(packet, 0);
            deliver(packet, lineA);
            deliver(packet, lineB);
            lastPacketNs = nowNs;
        }
        if (nowNs - lastPacketNs >= 100 * MS) {
            lastPacketNs = nowNs;
            final byte[] heartbeat = new byte[MoldPacket.HEADER_LENGTH];
            MoldPacket.header(heartbeat, 0, session.name(), sent + 1, 0);
            deliver(heartbeat, lineA);
            deliver(heartbeat, lineB);
        }
    }

    byte[] packet(final long number, final int most) {
        return packet(session.name(), messages, 1, number, most);
    }

    private static byte[] packet(
            final byte[] name, final List<byte[]> all, final long first, final long number, final int most) {
        final byte[] packet = new byte[PACKET_BYTES];
        int at = MoldPacket.HEADER_LENGTH;
        int count = 0;
        while (count < most && number - first + count < all.size()) {
            final byte[] message = all.get((int) (number - first) + count);
            if (at + MoldPacket.MESSAGE_HEADER_LENGTH + message.length > PACKET_BYTES) {
                break;
            }
            at += MoldPacket.message(packet, at, message, 0, message.length);
            count++;
        }
        MoldPacket.header(packet, 0, name, number, count);
        return Arrays.copyOf(packet, at);
    }

    private void answer(final byte[] name, final long number, final int count) {
        if (!isRequestServerOn) {
            return;
        }
        if (Arrays.equals(name, session.snapshotName())) {
            snapshotRequests++;
            deliver(packet(name, snapshots, FIRST_SNAPSHOT, number, count), snapshotsA);
        } else if (number <= messages.size()) {
            deliver(packet(number, count), lineA);
        }
    }

    /** Sends the next symbol's snapshot. */
    void cycle() {
        if (!isCycleOn) {
            return;
        }
        final int index = cycleIndex++ % SYMBOLS.length;
        write(index);
        long number = FIRST_SNAPSHOT + snapshots.size();
        int at = 0;
        while (at < snapshot.length()) {
            final int length = MoldPacket.messageLength(snapshot.bytes(), at);
            at += MoldPacket.MESSAGE_HEADER_LENGTH;
            snapshots.add(Arrays.copyOfRange(snapshot.bytes(), at, at + length));
            at += length;
        }
        while (number < FIRST_SNAPSHOT + snapshots.size()) {
            final byte[] packet = packet(session.snapshotName(), snapshots, FIRST_SNAPSHOT, number, Integer.MAX_VALUE);
            number += MoldPacket.count(packet, 0);
            deliver(packet, snapshotsA);
            deliver(packet, snapshotsB);
        }
    }

    private void write(final int index) {
        final int book = writer.bookOf(SYMBOLS[index]);
        snapshot.begin(SYMBOLS[index], writer.levels().orders(book), writer.nextNumber() - 1, seq);
        snapshot.fact(facts.get(index), 0, facts.get(index).length);
        snapshot.end(writer.levels(), book);
    }

    private void stream() {
        if (streamNext == 0 && isStreamOn && subscriber.needsStream()) {
            streams++;
            subscriber.onStreamBegin();
            long oldest = Long.MAX_VALUE;
            for (int i = 0; i < SYMBOLS.length; i++) {
                write(i);
                oldest = Math.min(oldest, writer.nextNumber() - 1);
                int at = 0;
                while (at < snapshot.length()) {
                    final int length = MoldPacket.messageLength(snapshot.bytes(), at);
                    at += MoldPacket.MESSAGE_HEADER_LENGTH;
                    subscriber.onStreamedSnapshot(snapshot.bytes(), at, length, nowNs);
                    at += length;
                }
                trade();
                publish();
            }
            streamNext = oldest + 1;
        } else if (streamNext > 0 && (!subscriber.isStale() || subscriber.needsStream())) {
            streamNext = 0;
            subscriber.onStreamEnd(nowNs);
        } else if (streamNext > 0) {
            final byte[] packet = packet(streamNext, Integer.MAX_VALUE);
            final int count = MoldPacket.count(packet, 0);
            final int begin = MoldPacket.HEADER_LENGTH;
            if (!subscriber.onStreamed(streamNext, count, packet, begin, packet.length - begin, nowNs)) {
                throw new AssertionError("a batch was refused");
            }
            streamNext += count;
        }
    }

    private void deliver(final byte[] packet, final Faults faults) {
        final int copies = random.nextInt(1_000) < faults.doubled ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            if (random.nextInt(1_000) < faults.lost) {
                continue;
            }
            final long delayNs = random.nextInt(1_000) < faults.delayed ? random.nextLong(faults.maxDelayNs) : 0;
            network.add(new Delivery(nowNs + delayNs, deliveries++, packet));
        }
    }

    /** Lets time pass: packets arrive, and the subscriber handles the time. */
    void pass(final long ns) {
        final long untilNs = nowNs + ns;
        while (nowNs < untilNs) {
            nowNs = Math.min(untilNs, nowNs + MS / 4);
            Delivery next = network.peek();
            while (next != null && next.atNs <= nowNs) {
                network.remove();
                subscriber.onPacket(next.packet, 0, next.packet.length, nowNs);
                next = network.peek();
            }
            stream();
            subscriber.onTick(nowNs);
            requireShown();
        }
    }

    /** Requires that exactly the books reported as fresh are shown. */
    private void requireShown() {
        for (int i = 0; i < SYMBOLS.length; i++) {
            final boolean isShown = subscriber.books().bookOf(SYMBOLS[i]) != ChannelBooks.NO_BOOK;
            if (isShown != heard.fresh[i]) {
                throw new AssertionError("shown " + isShown + ", reported " + heard.fresh[i] + ": " + SYMBOLS[i]);
            }
        }
    }

    boolean isWhole() {
        return subscriber.books().nextNumber() == messages.size() + 1
                && subscriber.books().states().areAllFresh()
                && subscriber.books().states().count() == SYMBOLS.length;
    }

    void requireSameBooks(final String where) {
        for (final int symbol : SYMBOLS) {
            final List<String> expected = book(writer.levels(), writer.bookOf(symbol));
            final List<String> found =
                    book(subscriber.books().levels(), subscriber.books().bookOf(symbol));
            if (!expected.equals(found)) {
                throw new AssertionError(
                        where + " symbol=" + symbol + "\nexpected " + expected + "\nfound    " + found);
            }
        }
    }

    static List<String> book(final OrderLevels levels, final int book) {
        final List<String> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(side + " " + levels.price(level) + " #" + levels.reference(order) + " "
                            + levels.size(order));
                }
            }
        }
        return orders;
    }
}
