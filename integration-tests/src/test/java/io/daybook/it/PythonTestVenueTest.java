package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the pytest plugin itself, against a test venue that the plugin starts. */
@Proves("tests in pytest can trade on a test venue, cause faults in it, and read its state")
@Tag("whole")
final class PythonTestVenueTest {
    private static final Path PYTHON = Path.of(System.getProperty("daybook.root"), "python");
    private static final long TIME_OUT_S = 900;

    @TempDir
    private Path folder;

    private int run(final Path out, final List<String> words) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("PYTHONPATH", PYTHON.resolve("src").toString());
        builder.environment().put("PYTEST_PLUGINS", "daybook_testvenue.plugin");
        builder.environment()
                .put(
                        "DAYBOOK_COMMAND",
                        DaybookProcess.builder().command().stream()
                                .map(word -> "\"" + word.replace("\\", "\\\\") + "\"")
                                .collect(Collectors.joining(",", "[", "]")));
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), () -> words + " does not end");
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldPassTheTestsOfThePlugin() throws Exception {
        final Path out = folder.resolve("out");
        final String python = "python3";
        final boolean isThere = List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .anyMatch(place -> Files.isExecutable(Path.of(place, python)));
        assumeTrue(isThere && run(out, List.of(python, "-c", "import pytest")) == 0, "needs python3 with pytest");
        final Path page = PYTHON.resolveSibling("docs").resolve("test-venue.md");
        final String program = Files.readString(page).split("```python\n")[1].split("```")[0];
        final Path documented = folder.resolve("test_document.py");
        Files.writeString(documented, "import pytest\npytest.importorskip('ccxt')\n" + program);
        final String tests = PYTHON.resolve("tests/test_venue.py").toString();
        final int status = run(
                out,
                List.of(python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", tests, documented.toString()));
        assertEquals(0, status, () -> read(out));
        System.out.println(read(out));
    }

    /** Tests the rows of docs/test-venue.md. {@code SpotClientsTest} describes how the clients are installed. */
    @Test
    void shouldShowInEachRowWhatCcxtAndPythonBinanceDo() throws Exception {
        final String clients = System.getProperty("daybook.spot.clients", System.getenv("DAYBOOK_SPOT_CLIENTS"));
        if (clients == null) {
            System.err.println("SKIPPED: ccxt and python-binance were not tested with faults. Install them with"
                    + " venue/src/test/clients/install DIR, and set -Ddaybook.spot.clients=DIR");
        }
        assumeTrue(clients != null, "no public clients: see venue/src/test/clients/install");
        final Path out = folder.resolve("out");
        final int status = run(
                out,
                List.of(
                        Path.of(String.valueOf(clients), "py/bin/python")
                                .toAbsolutePath()
                                .toString(),
                        "-m",
                        "pytest",
                        "-q",
                        "-p",
                        "no:cacheprovider",
                        "--venue-killable",
                        PYTHON.resolve("tests/test_rows.py").toString()));
        assertEquals(0, status, () -> read(out));
        System.out.println(read(out));
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
