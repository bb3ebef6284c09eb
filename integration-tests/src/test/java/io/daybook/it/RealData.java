package io.daybook.it;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Where the real order flow lies, which is not part of the project. */
final class RealData {
    private RealData() {}

    /** A file of it; the test is skipped, saying so, where it is missing. */
    static Path file(final String name) {
        final Path file =
                Path.of(System.getProperty("daybook.data", "../shared/data")).resolve(name);
        Assumptions.assumeTrue(
                Files.isReadable(file), () -> "skipped: no real order flow at " + file + "; set -Ddaybook.data");
        return file;
    }
}
