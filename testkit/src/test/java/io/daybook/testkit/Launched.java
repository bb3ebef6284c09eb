package io.daybook.testkit;

import java.util.ArrayList;
import java.util.List;

/** The words that start {@code daybook} from the class path of these tests. */
final class Launched {
    private Launched() {}

    static String[] words() {
        final List<String> words = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1"));
        if (Runtime.version().feature() >= 24) {
            words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.daybook.cli.Daybook"));
        return words.toArray(String[]::new);
    }
}
