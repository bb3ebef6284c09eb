package io.daybook.testkit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A venue that runs, in a process or in this JVM, as its first line describes it. */
final class Running implements AutoCloseable {
    private static final String VENUE = "io.daybook.testvenue.TestVenue";
    /** The time to wait for a start, in which the launcher of a clone may first build the project. */
    private static final long STARTS_S = 300;

    private static final long ENDS_S = 10;
    private static final Duration ANSWERS = Duration.ofSeconds(60);

    private final Object line;
    private final Door control;
    private final AutoCloseable venue;

    private Running(final String line, final AutoCloseable venue) {
        this.line = JsonText.read(line);
        this.venue = venue;
        this.control = new Door(JsonText.text(this.line, "control"), JsonText.text(this.line, "token"), ANSWERS);
    }

    /**
     * The settings of a venue's start.
     *
     * @param seed the seed of keys and random draws
     * @param isManual whether its time moves on command only
     * @param isKillable whether the fault {@code kill} may end it
     * @param isInProcess whether it runs in this JVM
     * @param listings a {@code daybook.toml}; null for the usual listings
     * @param command the words that start {@code daybook}; empty to search for it
     */
    record Settings(
            long seed,
            boolean isManual,
            boolean isKillable,
            boolean isInProcess,
            @Nullable Path listings,
            List<String> command) {
        /** The builder calls that repeat a failed test. */
        String code() {
            return "TestVenue.builder().seed(" + seed + ")" + (isManual ? ".manualClock()" : "")
                    + (isKillable ? ".killable()" : "") + (isInProcess ? ".inProcess()" : "")
                    + (listings == null ? "" : ".listings(Path.of(\"" + listings + "\"))") + ".build()";
        }
    }

    static Running start(final Settings settings) {
        return settings.isInProcess ? inProcess(settings) : process(settings);
    }

    /** Uses reflection, because a project whose tests start processes does not have the venue on its class path. */
    private static Running inProcess(final Settings settings) {
        try {
            final Class<?> type = Class.forName(VENUE);
            final Class<?> given = Class.forName(VENUE + "Settings");
            final Object none =
                    Class.forName(VENUE + "Settings$OwnProcess").getField("NO").get(null);
            final Object local =
                    Class.forName(VENUE + "Settings$Reach").getField("LOCAL").get(null);
            final Object value = given.getConstructors()[0].newInstance(
                    settings.listings, settings.seed, settings.isManual, null, true, null, none, local);
            final Object venue = type.getMethod("start", given).invoke(null, value);
            return new Running(String.valueOf(type.getMethod("firstLine").invoke(venue)), (AutoCloseable) venue);
        } catch (ClassNotFoundException e) {
            throw new TestVenueException(
                    "inProcess() needs daybook-testvenue on the class path of the test: add it, or leave out"
                            + " inProcess() to start a process",
                    e);
        } catch (InvocationTargetException e) {
            throw new TestVenueException("the venue does not start: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new TestVenueException("daybook-testvenue and daybook-testkit must have the same version: " + e, e);
        }
    }

    private static Running process(final Settings settings) {
        final List<String> command = new ArrayList<>(settings.command.isEmpty() ? usual() : settings.command);
        command.addAll(List.of("testvenue", "--stdin", "--memory", "--seed", Long.toString(settings.seed)));
        if (settings.isManual) {
            command.addAll(List.of("--clock", "manual"));
        }
        if (settings.isKillable) {
            command.add("--killable");
        }
        if (settings.listings != null) {
            command.addAll(List.of("--listings", settings.listings.toString()));
        }
        Process process = null;
        try {
            final Path errors = Files.createTempFile("daybook-testvenue", ".err");
            errors.toFile().deleteOnExit();
            process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
            final Process started = process;
            final BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            final String line =
                    CompletableFuture.supplyAsync(() -> firstLine(out)).get(STARTS_S, TimeUnit.SECONDS);
            if (!line.startsWith("{")) {
                throw new TestVenueException(
                        "the venue does not start: " + command + ": " + line + Files.readString(errors));
            }
            return new Running(line, () -> end(started));
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new TestVenueException("the venue does not start: " + command, ended(process, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestVenueException("interrupted while starting the venue", ended(process, e));
        }
    }

    private static <E extends Exception> E ended(final @Nullable Process process, final E cause) {
        if (process != null) {
            process.destroy();
        }
        return cause;
    }

    private static String firstLine(final BufferedReader out) {
        try {
            final String line = out.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the venue by closing its input, which also happens when this JVM is killed. */
    private static void end(final Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(ENDS_S, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static List<String> usual() {
        final String path = System.getenv("PATH");
        return List.of(found(System.getenv("DAYBOOK_HOME"), path == null ? "" : path));
    }

    /** Finds the command in the folder of DAYBOOK_HOME, or else in a folder of the PATH. */
    static String found(final @Nullable String home, final String path) {
        final Stream<Path> places = home != null
                ? Stream.of(Path.of(home, "bin", "daybook"), Path.of(home, "daybook"))
                : Stream.of(path.split(File.pathSeparator)).map(folder -> Path.of(folder, "daybook"));
        return places.filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst()
                .orElseThrow(() -> new TestVenueException(
                        (home == null ? "no daybook is on the PATH" : "no daybook is in DAYBOOK_HOME=" + home)
                                + ": set DAYBOOK_HOME to the folder of a distribution, or name it with daybook(...)"))
                .toString();
    }

    /** The value at a path of the first line. */
    Object line(final String... path) {
        return JsonText.at(line, path);
    }

    Door control() {
        return control;
    }

    @Override
    public void close() {
        try {
            venue.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new TestVenueException("the venue does not end", e);
        }
    }
}
