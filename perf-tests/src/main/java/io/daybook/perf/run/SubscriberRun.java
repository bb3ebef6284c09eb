package io.daybook.perf.run;

import io.daybook.client.feed.ChannelSubscriber;
import io.daybook.client.feed.FeedListener;
import io.daybook.feed.FeedFold;
import io.daybook.perf.drive.RecordedResults;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures a subscriber alone, on one thread. Packets of one channel that are in memory are applied to the books of a
 * subscriber without a socket, each packet twice, as it would arrive on lines A and B. The books must have as many
 * orders as the publisher's.
 *
 * <p>Arguments: the name of a workload, and the number of its commands.
 */
public final class SubscriberRun {
    private static final int PACKET_BYTES = 1_400;

    private final FeedSession session = new FeedSession(1, 0, 0);
    private final List<byte[]> packets = new ArrayList<>();
    private final byte[] packet = new byte[PACKET_BYTES];
    private int length = MoldPacket.HEADER_LENGTH;
    private int count;
    private long firstNumber = 1;
    private long messages;
    private long groups;

    private SubscriberRun() {}

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final GeneratedWorkload workload = Workloads.generate(args[0]);
        Workloads.print(out, workload);
        new SubscriberRun().measure(out, new RecordedResults(workload, Integer.parseInt(args[1])));
    }

    private void measure(final PrintStream out, final RecordedResults results) {
        final FeedFold fold = new FeedFold(this::add);
        results.setup(result -> fold.onResult(result, false));
        results.timed(result -> fold.onResult(result, false));
        endPacket(messages + 1);
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(9);
        final Series ns = new Series();
        final Series bytes = new Series();
        for (int i = 1 - warmups; i <= iterations; i++) {
            System.gc();
            final ChannelSubscriber subscriber = new ChannelSubscriber(
                    0,
                    session.exchange(),
                    new FeedListener() {
                        @Override
                        public void onGroup(final long seq, final long timeNs) {
                            groups++;
                        }
                    },
                    (name, number, wanted) -> {},
                    0);
            final double allocatedBefore = ThreadCosts.allocatedBytes();
            final long before = ThreadCosts.cpuNs();
            for (final byte[] next : packets) {
                subscriber.onPacket(next, 0, next.length, 0);
                subscriber.onPacket(next, 0, next.length, 0);
            }
            final double took = ThreadCosts.cpuNs() - before;
            final double allocated = ThreadCosts.allocatedBytes() - allocatedBefore;
            final int orders = subscriber.books().levels().orders();
            if (orders != fold.channel(0).levels().orders()
                    || subscriber.books().nextNumber() != messages + 1) {
                throw new IllegalStateException("the subscriber's books differ from the publisher's: orders=" + orders
                        + " next=" + subscriber.books().nextNumber());
            }
            if (i > 0) {
                ns.add(took / messages);
                bytes.add(allocated);
            }
        }
        out.printf(
                Locale.ROOT,
                "subscriber median %6.1f ns, best %6.1f ns, worst %6.1f ns of processor time a message, %.2f M/s;"
                        + " %,d messages in %,d packets, each twice; %,.0f bytes allocated in all; groups %d%n",
                ns.median(),
                ns.min(),
                ns.max(),
                1_000 / ns.median(),
                messages,
                packets.size(),
                bytes.median(),
                groups);
        out.printf(Locale.ROOT, "load       %.2f at the end%n", Machine.load());
    }

    private void add(final long number, final byte[] bytes, final int offset, final int messageLength) {
        if (length + MoldPacket.MESSAGE_HEADER_LENGTH + messageLength > PACKET_BYTES) {
            endPacket(number);
        }
        length += MoldPacket.message(packet, length, bytes, offset, messageLength);
        count++;
        messages++;
    }

    private void endPacket(final long nextNumber) {
        MoldPacket.header(packet, 0, session.name(), firstNumber, count);
        packets.add(Arrays.copyOf(packet, length));
        length = MoldPacket.HEADER_LENGTH;
        count = 0;
        firstNumber = nextNumber;
    }
}
