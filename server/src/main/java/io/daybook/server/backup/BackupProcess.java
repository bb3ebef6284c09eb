package io.daybook.server.backup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recovers copies in separate processes, which may run out of memory without harm to the venue. If the machine itself
 * runs out of memory, the system ends such a process first.
 */
public final class BackupProcess implements BackupCheck, AutoCloseable {
    private static final Pattern ANSWER = Pattern.compile("copy seq (\\d{1,19}) hash ([0-9a-f]{16})");
    private static final Path FIRST_TO_GO = Path.of("/proc/self/oom_score_adj");
    private static final int MAX_LINES = 20;

    /** The timeout of a recovery; a copy that takes longer fails the check. */
    private static final Duration MOST = Duration.ofHours(1);

    private final List<String> options;
    private final Duration most;
    private @Nullable Process running;
    private boolean isClosed;

    /** Makes processes that have the heap size of this JVM. */
    public BackupProcess() {
        this(
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(option -> option.startsWith("--add-") || option.startsWith("-Xmx"))
                        .toList(),
                MOST);
    }

    /**
     * Makes processes with other options of the JVM.
     *
     * @param most the timeout of a check
     */
    BackupProcess(final List<String> options, final Duration most) {
        this.options = List.copyOf(options);
        this.most = most;
    }

    @Override
    public Checked check(final Path copy) throws BackupException, IOException {
        final Process process = start(copy);
        final List<String> lines = new ArrayList<>();
        final AtomicBoolean isLate = new AtomicBoolean();
        final CompletableFuture<Void> end = new CompletableFuture<>();
        final CompletableFuture<Void> unused = end.orTimeout(most.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(failure -> {
                    isLate.set(true);
                    process.toHandle().destroyForcibly(); // ends the output, but closes no stream under the reader
                    return null;
                });
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                final Matcher answer = ANSWER.matcher(line);
                if (answer.matches()) {
                    return new Checked(Long.parseLong(answer.group(1)), Long.parseUnsignedLong(answer.group(2), 16));
                }
                if (lines.size() < MAX_LINES) {
                    lines.add(line);
                }
            }
        } finally {
            end.complete(null);
            process.destroyForcibly();
        }
        if (isLate.get()) {
            throw new BackupException(
                    "the copy was not recovered within " + most.toSeconds() + " s, so the process was ended");
        }
        throw new BackupException(
                lines.isEmpty()
                        ? "the process that recovers the copy was ended, perhaps because memory ran out"
                        : String.join(" ", lines));
    }

    /** Ends a running check, and prevents others. */
    @Override
    public synchronized void close() {
        isClosed = true;
        final Process process = running;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private synchronized Process start(final Path copy) throws BackupException, IOException {
        if (isClosed) {
            throw new BackupException("the server ends");
        }
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dslf4j.internal.verbosity=ERROR", // the output must have no lines of a log, whatever the class path
                "-cp",
                System.getProperty("java.class.path"),
                BackupProcess.class.getName(),
                copy.toString()));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        running = process;
        return process;
    }

    /**
     * Recovers a copy, and prints the result. Ends when its parent ends, because nothing else reads the result.
     *
     * @param arguments the folder
     */
    public static void main(final String[] arguments) {
        final Thread orphan = new Thread(BackupProcess::awaitParent, "daybook-backup-parent");
        orphan.setDaemon(true);
        orphan.start();
        goFirst();
        try {
            final Checked checked = BackupCheck.here(Path.of(arguments[0]));
            System.out.printf("copy seq %d hash %016x%n", checked.seq(), checked.stateHash());
        } catch (BackupException | RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Waits for the end of the standard input. The parent never writes to it, so it ends only when the parent does. */
    private static void awaitParent() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // An error means the end of the input too.
        }
        Runtime.getRuntime().halt(1);
    }

    private static void goFirst() {
        try {
            if (Files.isWritable(FIRST_TO_GO)) {
                Files.writeString(FIRST_TO_GO, "1000");
            }
        } catch (IOException e) {
            // Only a preference: without it the system chooses as usual.
        }
    }
}
