package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Follower;
import io.daybook.core.Replay;
import io.daybook.feed.FeedFold;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Replays the results of a journal to a follower, and prints the lines of the follower; runs in a process of its own,
 * so that another Java can do it. Arguments: FOLDER LAST-SEQ OUTPUT ARGUMENT. Another kind of follower needs another
 * {@link Output}.
 */
final class ReplayProcess {
    private static final long TIME_OUT_MINUTES = 5;

    /**
     * A follower of the results of a journal, and the lines that it gives.
     *
     * @param follower the follower that receives the results
     * @param seq the seq of the last result that it received
     * @param lines the lines to print at the end, each comparable by itself
     */
    record Output(Follower follower, LongSupplier seq, Supplier<List<String>> lines) {

        /** The messages of a feed with a number of channels, channel by channel. */
        static Output feed(final String channels) {
            final RecordedFeed recorded = new RecordedFeed(Integer.parseInt(channels));
            final FeedFold fold = new FeedFold(Integer.parseInt(channels), recorded);
            return new Output(fold, fold::seq, () -> {
                final List<String> lines = new ArrayList<>();
                for (int channel = 0; channel < recorded.channels().size(); channel++) {
                    for (final String message : recorded.channels().get(channel)) {
                        lines.add(channel + " " + message);
                    }
                }
                return lines;
            });
        }
    }

    private static final Map<String, Function<String, Output>> OUTPUTS = Map.of("feed", Output::feed);

    private ReplayProcess() {}

    /**
     * Runs the process on a given Java.
     *
     * @param folder the folder for its output
     * @param lastSeq the seq of the last command in the journal
     * @param output the name of an output, and its argument
     * @return the lines that it printed
     */
    static List<String> run(
            final InstalledJava java,
            final Path folder,
            final Path journal,
            final long lastSeq,
            final String output,
            final String argument)
            throws IOException, InterruptedException {
        final Path out = Files.createTempFile(folder, "replayed", ".txt");
        final List<String> command = new ArrayList<>(java.command());
        command.add(ReplayProcess.class.getName());
        command.addAll(List.of(journal.toString(), String.valueOf(lastSeq), output, argument));
        final Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(process.waitFor(TIME_OUT_MINUTES, TimeUnit.MINUTES), command::toString);
        assertEquals(0, process.exitValue(), command::toString);
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }

    /** Runs the replay; the class describes the arguments. */
    public static void main(final String[] args) {
        final long lastSeq = Long.parseLong(args[1]);
        final Function<String, Output> known = OUTPUTS.get(args[2]);
        if (known == null) {
            throw new IllegalArgumentException("output must be one of " + OUTPUTS.keySet() + ": output=" + args[2]);
        }
        final Output output = known.apply(args[3]);
        Replay.follow(Path.of(args[0]), 1, output.follower(), () -> output.seq().getAsLong() >= lastSeq);
        final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        output.lines().get().forEach(out::println);
        out.flush();
    }
}
