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
 * Tells the results of a journal again to a follower, and prints what the follower made of them. A process of its own,
 * so that another Java can do it: FOLDER LAST-SEQ OUTPUT ARGUMENT. Another follower is another {@link Output}.
 */
final class ReplayProcess {
    private static final long TIME_OUT_MINUTES = 5;

    /**
     * What is made of the results of a journal.
     *
     * @param follower that is told them
     * @param seq of the last that it was told
     * @param lines that it prints at the end, each comparable by itself
     */
    record Output(Follower follower, LongSupplier seq, Supplier<List<String>> lines) {

        /** A feed of so many channels: its messages, channel by channel. */
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
     * Runs it on a Java of choice.
     *
     * @param folder where its output may lie
     * @param lastSeq of the last command in the journal
     * @param output the name of an output, and its argument
     * @return what it printed
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

    /** See the class. */
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
