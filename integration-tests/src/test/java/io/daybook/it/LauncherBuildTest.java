package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The first start of {@code ./daybook} in a fresh clone builds without tests. A module with fixtures that other modules
 * use must make its jar of fixtures in that build, too, or Maven does not find the jar.
 */
class LauncherBuildTest {
    private static final Pattern FIXTURES = Pattern.compile("<goal>test-jar</goal>.*?</execution>", Pattern.DOTALL);

    @Test
    void shouldMakeTheJarsOfFixturesWhereTestsAreSkipped() throws IOException {
        final Path root = Path.of(System.getProperty("daybook.root"));
        final List<Path> modules = new ArrayList<>();
        try (DirectoryStream<Path> poms = Files.newDirectoryStream(root, Files::isDirectory)) {
            for (final Path folder : poms) {
                final Path pom = folder.resolve("pom.xml");
                if (Files.exists(pom)) {
                    final Matcher fixtures = FIXTURES.matcher(Files.readString(pom));
                    if (fixtures.find()) {
                        modules.add(folder);
                        assertTrue(
                                fixtures.group().contains("<skip>false</skip>"),
                                () -> pom + " makes no jar of fixtures if tests are skipped");
                    }
                }
            }
        }
        assertFalse(modules.isEmpty(), "no module has fixtures for others");
    }
}
