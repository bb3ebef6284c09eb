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
 * Sends the commands of a journal through exchanges in memory, one after the other, and prints for each the hash of its
 * state at regular intervals, and a hash of all the results at the end. Runs as a separate process, started by
 * {@link DeterminismTest} and {@link VenueKillTest}. Its arguments are the journal's folder, the interval between
 * hashes in commands, and then the topology and the kind of book of each exchange.
 */
final class HashesOfJournal {
    private static final String LAST = "results ";

    private HashesOfJournal() {}

    /**
     * How an exchange runs: its topology, which is {@code inline}, {@code fused}, or the number of matching threads of
     * a pipelined one; and its kind of book.
     */
    record Kind(String topology, OrderBookType book) {}

    /**
     * Runs the process on a given Java.
     *
     * @param folder the folder for its output
     * @param every the interval between hashes in commands
     * @param flags more flags of the Java, in addition to those that it needs
     * @return the lines that it printed for each exchange: {@code SEQ HASH} after each interval and at the end, then
     *     {@code results DIGEST}
     */
    static List<List<String>> run(
            final InstalledJava java,
            final Path folder,
            final Path journal,
            final int every,
            final List<Kind> kinds,
            final String... flags)
            throws IOException, InterruptedException {
        final Path out = Files.createTempFile(folder, "hashes", ".txt");
        final List<String> command = new ArrayList<>(java.command());
        command.addAll(1, List.of(flags));
        command.add(HashesOfJournal.class.getName());
        command.addAll(List.of(journal.toString(), String.valueOf(every)));
        kinds.forEach(
                kind -> command.addAll(List.of(kind.topology(), kind.book().name())));
        final Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), command::toString);
        assertEquals(0, process.exitValue(), command::toString);
        final List<List<String>> all = new ArrayList<>();
        List<String> one = new ArrayList<>();
        for (final String line : Files.readAllLines(out, StandardCharsets.UTF_8)) {
            one.add(line);
            if (line.startsWith(LAST)) {
                all.add(one);
                one = new ArrayList<>();
            }
        }
        assertEquals(kinds.size(), all.size(), command::toString);
        return all;
    }

    /** Prints the hashes of each exchange. */
    public static void main(final String[] args) {
        for (int i = 2; i < args.length; i += 2) {
            print(Path.of(args[0]), Integer.parseInt(args[1]), topology(args[i]), OrderBookType.valueOf(args[i + 1]));
        }
    }

    private static void print(final Path journal, final int every, final Topology topology, final OrderBookType book) {
        final ExchangeConfig config =
                ExchangeConfig.builder().topology(topology).orderBookType(book).build();
        final List<CompletableFuture<StateHashReport>> hashes = new ArrayList<>();
        final List<CompletableFuture<CommandResult>> results = new ArrayList<>();
        try (Exchange exchange = DaybookExchange.start(config)) {
            JournalReader.open(journal)
                    .replay(
                            1,
                            new JournalCommands(
                                    1, Long.MAX_VALUE, seq -> journal, (seq, timestampNs, cookie, tag, command) -> {
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
        System.out.println(LAST + Long.toHexString(digest));
    }

    private static Topology topology(final String name) {
        return switch (name) {
            case "inline" -> Topology.INLINE;
            case "fused" -> Topology.FUSED;
            default -> Topology.pipelined(Integer.parseInt(name));
        };
    }
}
