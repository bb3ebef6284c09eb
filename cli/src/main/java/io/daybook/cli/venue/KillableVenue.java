package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.testvenue.Kill;
import io.daybook.testvenue.TestVenueSettings;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A test venue in a process of its own, which this process starts, and starts again on the same folder and ports after
 * a fault has killed it. Used by one thread.
 */
final class KillableVenue {
    private static final long LOOK_MS = 50;
    private static final long END_S = 30;

    private final Console console;
    private final TestVenueSettings settings;

    KillableVenue(final Console console, final TestVenueSettings settings) {
        this.console = console;
        this.settings = settings;
    }

    int run(final @Nullable Duration until, final boolean endsWithInput) throws CommandFailure {
        try (VenueSignals signals = VenueSignals.install()) {
            if (endsWithInput) {
                TestVenueCommand.endWithInput(console, signals);
            }
            final Path given = settings.folder();
            final Path folder = given == null ? Kill.folder(settings.inMemory()) : given;
            try {
                return run(folder, signals, until == null ? Long.MAX_VALUE : until.toMillis());
            } finally {
                if (given == null) {
                    Kill.discard(folder);
                }
            }
        } catch (final IOException e) {
            throw CommandFailure.of(e, "the process of the test venue");
        }
    }

    private int run(final Path folder, final VenueSignals signals, final long mostMs)
            throws IOException, CommandFailure {
        final String given = settings.token();
        final String token = given == null ? UUID.randomUUID().toString() : given;
        final long endNs =
                console.clock().getAsLong() + TimeUnit.MILLISECONDS.toNanos(Math.min(mostMs, Integer.MAX_VALUE));
        Process process = start(folder, token, "FIRST");
        try {
            final Report out = console.report();
            out.println(firstLine(process));
            out.send();
            while (console.clock().getAsLong() - endNs < 0) {
                if (signals.await(LOOK_MS) == VenueSignals.Wish.STOP) {
                    break;
                }
                if (!process.isAlive()) {
                    final Optional<Duration> after = Kill.restartAfter(folder);
                    if (after.isEmpty()) {
                        return process.exitValue();
                    }
                    final Closeable held = Kill.hold(folder, settings.reach().address());
                    try {
                        if (signals.await(after.get().toMillis()) == VenueSignals.Wish.STOP) {
                            return ExitCodes.OK;
                        }
                        process = start(folder, token, "AGAIN");
                        final String unused = firstLine(process);
                    } finally {
                        held.close();
                    }
                }
            }
            process.getOutputStream().close();
            final boolean unused = process.waitFor(END_S, TimeUnit.SECONDS);
            return ExitCodes.OK;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.OK;
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(final Path folder, final String token, final String which) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "io.daybook.cli.Daybook",
                "testvenue",
                "--stdin",
                "--child",
                which,
                "--seed",
                Long.toString(settings.seed()),
                "--clock",
                settings.isManual() ? "manual" : "machine",
                "--listen",
                settings.reach().listen(),
                "--host",
                settings.reach().host(),
                "--data",
                folder.toString()));
        final Path own = settings.listings();
        if (own != null) {
            command.addAll(List.of("--listings", own.toString()));
        }
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(TestVenueCommand.TOKEN, token);
        return builder.start();
    }

    /** Returns the only line that the process prints. */
    private static String firstLine(final Process process) throws IOException, CommandFailure {
        final BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final String line = out.readLine();
        if (line == null) {
            throw new CommandFailure(ExitCodes.USAGE, "the process of the test venue has not started");
        }
        return line;
    }
}
