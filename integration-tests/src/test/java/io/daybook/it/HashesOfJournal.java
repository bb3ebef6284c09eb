package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends the commands of a journal through an exchange in memory, and prints the hash of its state every so many
 * commands, and a hash of all the results at the end. A process of its own, for {@link DeterminismTest} and
 * {@link BacklogKillTest}: FOLDER TOPOLOGY BOOK EVERY.
 */
final class HashesOfJournal {
    private HashesOfJournal() {}

    /**
     * Runs it on a Java of choice.
     *
     * @param folder where its output may lie
     * @param flags of the Java, beside those that it needs
     * @return what it printed: {@code SEQ HASH} every so many commands and at the end, then {@code results DIGEST}
     */
    static List<String> run(
            final InstalledJava java,
            final Path folder,
            final Path journal,
            final String topology,
            final OrderBookType book,
            final int every,
            final String... flags)
            throws IOException, InterruptedException {
        final Path out = Files.createTempFile(folder, "hashes", ".txt");
        final List<String> command = new ArrayList<>(java.command());
        command.addAll(1, List.of(flags));
        command.add(HashesOfJournal.class.getName());
        command.addAll(List.of(journal.toString(), topology, book.name(), String.valueOf(every)));
        final Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), command::toString);
        assertEquals(0, process.exitValue(), command::toString);
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }

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
