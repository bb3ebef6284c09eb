package io.daybook.perf.run;

import io.daybook.flow.itch.AddOrder;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchListener;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.OrderDeleted;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.itch.ItchFlow;
import io.daybook.perf.measure.Machine;
import io.daybook.perf.measure.Series;
import io.daybook.perf.measure.ThreadCosts;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Reads a file of ITCH 5.0 from memory, on one thread: the messages alone, and in turn the messages with all order
 * books. Each iteration begins with empty books.
 *
 * <p>Argument: the number of messages.
 */
public final class ItchRun {
    private static final int CHUNK = 64 * 1024;
    private static final double MESSAGES_A_MILLION_NS = 1_000;

    private final PrintStream out;
    private final byte[] file;
    private final int messages;

    private ItchRun(final PrintStream out, final byte[] file, final int messages) {
        this.out = out;
        this.file = file;
        this.messages = messages;
    }

    public static void main(final String[] args) {
        final PrintStream out = System.out;
        Machine.print(out);
        final int messages = Integer.parseInt(args[0]);
        final byte[] file = ItchFlow.make(messages);
        out.printf(
                Locale.ROOT,
                "file       %,d messages, %,d bytes, %,d stocks%n",
                messages,
                file.length,
                ItchFlow.STOCKS);
        new ItchRun(out, file, messages).measure();
    }

    private void measure() {
        final int warmups = PerfProperties.warmups(4);
        final int iterations = PerfProperties.iterations(9);
        final Rate parse = new Rate("parse");
        final Rate rebuild = new Rate("rebuild");
        for (int i = 1 - warmups; i <= iterations; i++) {
            parse.time(ItchRun::parse, i > 0);
            rebuild.time(ItchRun::rebuild, i > 0);
        }
        parse.print();
        rebuild.print();
        final ItchBooks books = new ItchBooks();
        feed(books.parser());
        out.printf(
                Locale.ROOT,
                "books      %,d orders, %,d bytes for each order (levels included), %d oddities%n",
                books.levels().orders(),
                books.memoryBytes() / books.levels().orders(),
                books.oddities());
    }

    private static long parse(final ItchRun run) {
        final References references = new References();
        run.feed(new ItchParser(references));
        return references.sum;
    }

    private static long rebuild(final ItchRun run) {
        final ItchBooks books = new ItchBooks();
        run.feed(books.parser());
        if (books.oddities() > 0) {
            throw new IllegalStateException("the file has no oddities, but the books counted " + books.oddities());
        }
        return books.levels().orders();
    }

    private void feed(final ItchParser parser) {
        for (int at = 0; at < file.length; at += CHUNK) {
            parser.parse(file, at, Math.min(CHUNK, file.length - at));
        }
    }

    /** Reads one field of the two most frequent types. */
    private static final class References implements ItchListener {
        private long sum;

        @Override
        public void onAddOrder(final AddOrder message) {
            sum += message.reference();
        }

        @Override
        public void onOrderDeleted(final OrderDeleted message) {
            sum -= message.reference();
        }
    }

    /** The rate of one way of reading. */
    private final class Rate {
        private final String what;
        private final Series ns = new Series();
        private final Series bytes = new Series();
        private long result;

        Rate(final String what) {
            this.what = what;
        }

        void time(final ToLongFunction<ItchRun> reading, final boolean counts) {
            System.gc();
            final long allocatedBefore = ThreadCosts.allocatedBytes();
            final long cpuBefore = ThreadCosts.cpuNs();
            result = reading.applyAsLong(ItchRun.this);
            final double elapsed = ThreadCosts.cpuNs() - cpuBefore;
            final double allocated = ThreadCosts.allocatedBytes() - allocatedBefore;
            if (counts) {
                ns.add(elapsed / messages);
                bytes.add(allocated / messages);
            }
        }

        void print() {
            out.printf(
                    Locale.ROOT,
                    "%-10s median %6.1f ns, best %6.1f ns, worst %6.1f ns of processor time a message: %.1f million a"
                            + " second; %.2f bytes a message; result %d%n",
                    what,
                    ns.median(),
                    ns.min(),
                    ns.max(),
                    MESSAGES_A_MILLION_NS / ns.median(),
                    bytes.median(),
                    result);
        }
    }
}
