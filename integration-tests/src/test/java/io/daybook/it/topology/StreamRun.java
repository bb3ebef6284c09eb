package io.daybook.it.topology;

import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.StateHashReport;
import io.daybook.core.DaybookExchange;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.it.FastWriters;
import io.daybook.perf.measure.ResultDigest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** Runs one stream through one exchange, and returns the outcome to compare. */
final class StreamRun {

    /**
     * The outcome of a run.
     *
     * @param results a checksum over all fields of all results
     * @param hashes state hashes by seq
     * @param reports a checksum over the answers to all queries, in the order of each producer
     */
    record Outcome(long results, SortedMap<Long, Long> hashes, long reports) {}

    private static final int LARGEST_BATCH = 7;

    private final ExchangeConfig config;
    private ExchangeMetrics metrics;
    private long results;
    private long events;

    StreamRun(final ExchangeConfig config) {
        this.config = config;
    }

    /** Counters of the exchange just before it was closed. */
    ExchangeMetrics metrics() {
        return metrics;
    }

    long results() {
        return results;
    }

    long events() {
        return events;
    }

    /** Sends a stream with a number of producers, each of which sends every n-th item. */
    Outcome run(final List<MixedStream.Item> stream, final int producers) {
        final ResultChecksum checksum = new ResultChecksum();
        final List<List<Object>> reports = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.start(config, checksum)) {
            final List<CompletableFuture<List<Object>>> sent = new ArrayList<>();
            for (int p = 0; p < producers; p++) {
                final int first = p;
                if (producers == 1) {
                    sent.add(CompletableFuture.completedFuture(send(exchange, stream, 0, 1)));
                } else {
                    final CompletableFuture<List<Object>> done = new CompletableFuture<>();
                    final Thread thread = new Thread(() -> {
                        try {
                            done.complete(send(exchange, stream, first, producers));
                        } catch (RuntimeException e) {
                            done.completeExceptionally(e);
                        }
                    });
                    thread.start();
                    sent.add(done);
                }
            }
            sent.forEach(done -> reports.add(done.join()));
            metrics = exchange.metrics();
        }
        results = checksum.results();
        events = checksum.events();
        final SortedMap<Long, Long> hashes = new TreeMap<>();
        long sum = 17;
        for (final List<Object> ofProducer : reports) {
            for (final Object report : ofProducer) {
                sum = ResultDigest.mix(sum, report.toString().hashCode());
                if (report instanceof StateHashReport hash) {
                    hashes.put(hash.seq(), hash.hash());
                }
            }
        }
        return new Outcome(checksum.sum(), hashes, sum);
    }

    /**
     * Sends the commands of a journal, in their order, and queries the state hash after each seq of
     * {@code hashesWanted}.
     */
    Outcome runJournal(final Path folder, final SortedMap<Long, Long> hashesWanted) {
        final ResultChecksum checksum = new ResultChecksum();
        final SortedMap<Long, Long> hashes = new TreeMap<>();
        try (Exchange exchange = DaybookExchange.start(config, checksum)) {
            JournalContent.forEach(folder, (slot, seq) -> {
                exchange.submit(CommandRecords.toRecord(slot), slot.cookie(), slot.timestampNs());
                if (hashesWanted.containsKey(seq)) {
                    final StateHashReport report =
                            exchange.query(new io.daybook.api.StateHashQuery()).join();
                    hashes.put(report.seq(), report.hash());
                }
            });
        }
        return new Outcome(checksum.sum(), hashes, 0);
    }

    private static List<Object> send(
            final Exchange exchange, final List<MixedStream.Item> stream, final int first, final int step) {
        final CommandDoor door = exchange.newDoor();
        final List<Future<?>> answers = new ArrayList<>();
        int at = first;
        while (at < stream.size()) {
            final MixedStream.Item item = stream.get(at);
            if (item.query() != null) {
                answers.add(exchange.query(item.query()));
                at += step;
            } else if (!FastWriters.isFast(item.command())) {
                exchange.submit(item.command(), item.cookie(), item.timestampNs());
                at += step;
            } else {
                at = sendBatch(door, stream, at, step);
            }
        }
        final List<Object> reports = new ArrayList<>();
        for (final Future<?> answer : answers) {
            try {
                reports.add(answer.get());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return reports;
    }

    /**
     * Sends a few commands in one batch; an item that the door cannot send ends the batch, and the other slots stay
     * void.
     */
    private static int sendBatch(
            final CommandDoor door, final List<MixedStream.Item> stream, final int first, final int step) {
        final CommandBatch batch = door.batch(1 + first % LARGEST_BATCH);
        final FastWriters writers = FastWriters.of(batch);
        int at = first;
        while (batch.remaining() > 0
                && at < stream.size()
                && FastWriters.isFast(stream.get(at).command())) {
            final MixedStream.Item item = stream.get(at);
            writers.send(item.command(), item.cookie(), item.timestampNs());
            at += step;
        }
        batch.publish();
        return at;
    }
}
