package io.daybook.it;

import io.daybook.host.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Java that runs the tests, or another Java that is installed next to it.
 *
 * @param home the folder of the Java
 * @param version the feature version, such as 17
 */
record InstalledJava(Path home, int version) {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final int OLDEST = 17;

    /** The first version that warns of native access and of unsafe memory unless they are allowed. */
    private static final int WARNS_FROM = 24;

    /** The Java that runs this. */
    static InstalledJava own() {
        return new InstalledJava(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** The Java that runs this, and one of each other version that is installed next to it. */
    static List<InstalledJava> all() throws IOException {
        final List<InstalledJava> all = new ArrayList<>(List.of(own()));
        try (Stream<Path> siblings = Files.list(own().home.toAbsolutePath().getParent())) {
            for (final Path home : siblings.sorted().toList()) {
                final int version = Files.isExecutable(home.resolve("bin/java")) ? versionOf(home) : 0;
                if (version >= OLDEST && all.stream().noneMatch(java -> java.version == version)) {
                    all.add(new InstalledJava(home, version));
                }
            }
        }
        return all;
    }

    /**
     * The start of a command line for a program on this Java, with the class path of the test; the name of a class
     * comes next.
     */
    List<String> command() {
        final List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        if (version >= WARNS_FROM) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(
                equals(own())
                        ? ChildJvm.options(Rehearsal.class)
                        : List.of("-cp", System.getProperty("java.class.path")));
        return command;
    }

    private static int versionOf(final Path home) throws IOException {
        final Path release = home.resolve("release");
        final Matcher matcher = VERSION.matcher(Files.exists(release) ? Files.readString(release) : "");
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
