package io.daybook.it;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.journal.access.JournalReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the commands of a journal through an exchange in memory, and prints the hash of its state every so many
 * commands, and a hash of all the results at the end. A process of its own, for {@link DeterminismTest}: FOLDER
 * TOPOLOGY BOOK EVERY.
 */
final class HashesOfJournal {
    private HashesOfJournal() {}

    /** See the class. */
    public static void main(final String[] args) {
        final int every = Integer.parseInt(args[3]);
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology(args[1]))
                .orderBookType(OrderBookType.valueOf(args[2]))
                .build();
        final List<CompletableFuture<StateHashReport>> hashes = new ArrayList<>();
        final List<CompletableFuture<CommandResult>> results = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.start(config)) {
            JournalReader.open(Path.of(args[0]))
                    .replay(
                            1,
                            new JournalCommands(
                                    1,
                                    Long.MAX_VALUE,
                                    seq -> Path.of(args[0]),
                                    (seq, timestampNs, cookie, tag, command) -> {
                                        results.add(exchange.submit(command, cookie, timestampNs));
                                        if (seq % every == 0) {
                                            hashes.add(exchange.query(new StateHashQuery()));
                                        }
                                    }));
            hashes.add(exchange.query(new StateHashQuery()));
            hashes.forEach(hash ->
                    System.out.println(hash.join().seq() + " " + hash.join().hex()));
        }
        long digest = 0;
        for (final CompletableFuture<CommandResult> result : results) {
            digest = 31 * digest + result.join().toString().hashCode();
        }
        System.out.println("results " + Long.toHexString(digest));
    }

    private static Topology topology(final String name) {
        return switch (name) {
            case "inline" -> Topology.INLINE;
            case "fused" -> Topology.FUSED;
            default -> Topology.pipelined(Integer.parseInt(name));
        };
    }
}
