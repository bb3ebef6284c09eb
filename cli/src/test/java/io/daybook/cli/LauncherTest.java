package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that the launchers pass to Java. Here Java prints its arguments on standard error. */
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));

    @TempDir
    private Path folder;

    /** Makes a folder like that of a build, and a fake java program. */
    @BeforeEach
    void build() throws IOException {
        Files.createDirectories(folder.resolve("cli/target/lib"));
        Files.createFile(folder.resolve("cli/target/daybook-cli-1.jar"));
        final Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                case "$*" in
                    *-version) echo 'openjdk version "17.0.1" 2021-10-19' >&2 ;;
                    *) echo "$@" >&2 ;;
                esac
                """);
        assertTrue(java.toFile().setExecutable(true));
    }

    private String launch(final String launcher, final ProcessBuilder.Redirect output)
            throws IOException, InterruptedException {
        final Path copy = copy(launcher);
        copy("cli/src/main/dist/lib/start.sh");
        final ProcessBuilder builder = new ProcessBuilder("bash", copy.toString(), "exec").redirectOutput(output);
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        final Process process = builder.start();
        final String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains(" -Ddaybook.terminal=false -Ddaybook.errorTerminal=false "), said);
        assertTrue(said.contains(" -Ddaybook.interactive=false "), said);
        assertTrue(said.endsWith(" io.daybook.cli.Daybook exec\n"), said);
        return said;
    }

    /**
     * Copies a file with its time: otherwise the launcher would regard the copy as a source that is newer than the
     * build.
     */
    private Path copy(final String file) throws IOException {
        final Path copy = folder.resolve(file);
        Files.createDirectories(copy.getParent());
        return Files.copy(ROOT.resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"daybook", "cli/src/main/dist/bin/daybook"})
    void shouldTellThatResultsGoToAFile(final String launcher) throws IOException, InterruptedException {
        final String said = launch(
                launcher, ProcessBuilder.Redirect.to(folder.resolve("results").toFile()));
        assertTrue(said.contains(" -Ddaybook.outputFile=true "), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"daybook", "cli/src/main/dist/bin/daybook"})
    void shouldTellThatResultsGoThroughAPipe(final String launcher) throws IOException, InterruptedException {
        final String said = launch(launcher, ProcessBuilder.Redirect.PIPE);
        assertTrue(said.contains(" -Ddaybook.outputFile=false "), said);
    }
}
