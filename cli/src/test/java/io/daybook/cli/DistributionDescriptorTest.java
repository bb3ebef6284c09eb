package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares the three places that define the jars in lib/server: the files that a build copies, and those that an
 * archive includes and excludes.
 */
class DistributionDescriptorTest {
    private static final Pattern SET = Pattern.compile("(?s)<dependencySet>.*?</dependencySet>");

    @Test
    void shouldHaveEachJarOfTheServerOnce() throws IOException {
        final Matcher jars =
                Pattern.compile("<daybook.server.jars>([^<]+)<").matcher(Files.readString(Path.of("pom.xml")));
        assertTrue(jars.find());
        final List<String> wanted = List.of(jars.group(1).split(","));
        final List<String> sets = SET.matcher(Files.readString(Path.of("src/main/assembly/distribution.xml")))
                .results()
                .map(MatchResult::group)
                .toList();
        assertEquals(wanted, named(sets, "lib", "<exclude>\\*:"), "not in lib");
        assertEquals(wanted, named(sets, "lib/server", "<include>\\*:"), "in lib/server");
        assertEquals(List.of(), named(sets, "lib/cluster", "<exclude>\\*:"), "lib/cluster names its jars");
    }

    private static List<String> named(final List<String> sets, final String folder, final String tag) {
        final String set = sets.stream()
                .filter(one -> one.contains("<outputDirectory>" + folder + "</outputDirectory>"))
                .findFirst()
                .orElseThrow();
        return Pattern.compile(tag + "([^<]+)<")
                .matcher(set)
                .results()
                .map(name -> name.group(1))
                .toList();
    }
}
