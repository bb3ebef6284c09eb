package io.daybook.cli.trading;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the daybook command in other processes, with the class path of this one and some of its options. None of them
 * outlives this process, unless this process is killed: {@link #close} ends them, and after a signal a shutdown hook
 * ends them. Used by any thread.
 */
final class FloorProcesses implements AutoCloseable {
    /**
     * The prefixes of the options of this process that are passed on. Several processes can share these options, unlike
     * ports, output files, collectors, heap sizes and settings of the terminal.
     */
    private static final List<String> PASSED_ON = List.of(
            "-Xshare:",
            "-XX:SharedArchiveFile=",
            "-XX:TieredStopAtLevel=",
            "--enable-native-access=",
            "--sun-misc-unsafe-memory-access=");

    private final List<Process> started = new ArrayList<>();
    private final Thread undertaker = new Thread(this::end, "daybook-floor-undertaker");
    private boolean isEnded;

    FloorProcesses() {
        Runtime.getRuntime().addShutdownHook(undertaker);
    }

    /** Returns the builder of a process for {@link #start}. The caller sets its streams. */
    static ProcessBuilder builder(final List<String> arguments) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> PASSED_ON.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(List.of(
                "-XX:+UseSerialGC", // collectors with a dozen threads would disturb the trading threads
                "-Xmx256m",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.daybook.cli.Daybook"));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** @throws IOException if the process cannot start, or the floor has ended already */
    synchronized Process start(final ProcessBuilder builder) throws IOException {
        if (isEnded) {
            throw new IOException("the floor has ended");
        }
        final Process process = builder.start();
        started.add(process);
        return process;
    }

    private synchronized void end() {
        isEnded = true;
        started.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(undertaker);
        } catch (IllegalStateException e) {
            // this process ends, and its hook runs
        }
    }
}
