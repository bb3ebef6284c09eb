package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A built distribution as its descriptor lays it out, from the jars of this build, with its launcher. */
final class UnpackedDistribution {
    /** The flags of JVMs that tests start, which do not run long enough for C2. */
    static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m";

    private static final Path CLI = Documents.ROOT.resolve("cli");
    private static final Pattern JAR = Pattern.compile(".*(?<!-sources|-javadoc|-tests)\\.jar");
    private static final long TIME_OUT_S = 60;

    private final Path folder;

    /** The exit status of a process, and its output. */
    record Ended(int status, String out, String err) {}

    /** The class path of a server as it is built, including the logger; skips the test if the command is not built. */
    static String serverClassPath() {
        final Path built = CLI.resolve("target");
        final Path libraries = built.resolve("lib");
        assumeTrue(Files.isDirectory(libraries.resolve("server")), "SKIPPED: the command is not built");
        return built.resolve("classes") + ":" + libraries + "/*:" + libraries.resolve("server") + "/*";
    }

    /** Lays the distribution out in a folder; the jars are links to those of the build. */
    UnpackedDistribution(final Path folder) throws IOException {
        this.folder = folder;
        assumeTrue(Files.isDirectory(CLI.resolve("target/lib")), "skipped: the command is not built");
        linkJars(CLI.resolve("target"), lib());
        linkJars(CLI.resolve("target/lib"), lib());
        linkJars(CLI.resolve("target/lib/server"), lib().resolve("server"));
        linkJars(CLI.resolve("target/lib/cluster"), lib().resolve("cluster"));
        linkJars(CLI.resolve("target/lib/testvenue"), lib().resolve("testvenue"));
        Files.copy(CLI.resolve("src/main/dist/lib/start.sh"), lib().resolve("start.sh"));
        final Path bin = Files.createDirectories(folder.resolve("daybook/bin"));
        final Path launcher = Files.copy(CLI.resolve("src/main/dist/bin/daybook"), bin.resolve("daybook"));
        assertTrue(launcher.toFile().setExecutable(true));
        Files.createSymbolicLink(launcher(), launcher);
    }

    private static void linkJars(final Path from, final Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.filter(
                            path -> JAR.matcher(path.getFileName().toString()).matches())
                    .toList()) {
                link(file, to.resolve(file.getFileName()));
            }
        }
    }

    /** Links a file, or copies it if the file system has no links. */
    private static void link(final Path file, final Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (FileSystemException | UnsupportedOperationException e) {
            Files.copy(file, name);
        }
    }

    Path lib() {
        return folder.resolve("daybook/lib");
    }

    /** A link to the launcher. */
    Path launcher() {
        return folder.resolve("link");
    }

    /** Returns a builder for the process of a command, whose working directory is the parent of the distribution. */
    ProcessBuilder builder(final String... arguments) {
        final ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(Stream.of(launcher().toString()), Stream.of(arguments))
                                .toList())
                .directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("TERM", "xterm");
        builder.environment().put("DAYBOOK_OPTS", SHORT_LIFE);
        builder.environment().remove("NO_COLOR");
        return builder;
    }

    /** Runs a command to its end, with an empty standard input. */
    Ended run(final Map<String, String> environment, final String... arguments)
            throws IOException, InterruptedException {
        final Path out = Files.createTempFile(folder, "out", ".txt");
        final Path err = Files.createTempFile(folder, "err", ".txt");
        final ProcessBuilder builder = builder(arguments)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("daybook " + String.join(" ", arguments) + " did not end");
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /**
     * The class path that the launcher passes for a command; a {@code java} of the test prints its arguments instead of
     * starting a JVM.
     */
    List<String> classPath(final String command) throws IOException, InterruptedException {
        final Path home = folder.resolve("jdk");
        if (!Files.exists(home)) {
            final Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
            Files.writeString(java, """
                    #!/bin/sh
                    case "$*" in
                        *" -cp "*) for argument in "$@"; do printf '%s\\n' "$argument"; done ;;
                        *) echo 'openjdk version "17.0.1" 2021-10-19' >&2 ;;
                    esac
                    """);
            assertTrue(java.toFile().setExecutable(true));
        }
        final List<String> arguments =
                run(Map.of("JAVA_HOME", home.toString()), command).out().lines().toList();
        return List.of(arguments.get(arguments.indexOf("-cp") + 1).split(":"));
    }
}
