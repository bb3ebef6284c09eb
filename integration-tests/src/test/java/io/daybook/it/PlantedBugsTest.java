package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Checks that the planted bugs can still be planted. Whether tests catch them is checked by
 * {@code integration-tests/src/planted/run}, which takes long.
 */
@Proves("each planted bug can still be planted")
@Tag("whole")
class PlantedBugsTest {
    private static final Path ROOT = Documents.ROOT;
    private static final Pattern HEAD = Pattern.compile("# tests: .+\n# bug: .+\n");

    @Test
    void shouldApplyToTheSources() throws IOException {
        assumeTrue(isClone(), "patches can be checked only in a clone, with git");
        final List<Path> patches;
        try (Stream<Path> files = Files.walk(ROOT.resolve("integration-tests/src/planted"))) {
            patches = files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
        assertFalse(patches.isEmpty());
        assertAll(patches.stream().map(PlantedBugsTest::applies));
    }

    private static boolean isClone() {
        try {
            return Files.exists(ROOT.resolve(".git")) && git("--version").isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static Executable applies(final Path patch) {
        return () -> {
            final String text = Files.readString(patch);
            assertTrue(HEAD.matcher(text).lookingAt(), () -> patch + " must begin with # tests: and # bug: lines");
            assertEquals("", git("apply", "--check", patch.toString()), "make the patch again on the current sources");
        };
    }

    /** Runs git; returns its output if it fails, and an empty text otherwise. */
    private static String git(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        final Process git = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        final String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return git.onExit().join().exitValue() == 0 ? "" : said;
    }
}
