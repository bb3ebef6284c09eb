package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds other Maven projects that use the artifacts, and runs them. Their local repository has the files that an
 * installation of the modules would put there. Plugins and libraries come from the repository of this build, which is
 * read as files, so that nothing there is changed.
 */
@Proves("another Maven project compiles with the modules, and runs on the class path and on the module path")
@OnlyLong
@Tag("whole")
class ConsumerProjectTest {
    private static final Path ROOT = Path.of(System.getProperty("daybook.root"));
    private static final List<String> MODULES =
            List.of("api", "kernel", "risk", "engine", "host", "journal", "core", "wire", "client");
    private static final long TIME_OUT_S = 180;
    private static final Pattern OFFLINE =
            Pattern.compile("Could not transfer .*(Unknown host|Connection refused|timed out|unreachable)");

    @TempDir
    private Path folder;

    /** The exit status of a process, and all that it printed. */
    private record Ended(int status, String said) {}

    @Test
    void shouldTradeInAnotherProjectAndGoOnAfterItsDeath() throws IOException, InterruptedException {
        final Path maven = find("mvn");
        assumeTrue(maven != null, "skipped: no mvn on the PATH");
        final Path plugins = Path.of(System.getProperty("user.home"), ".m2", "repository");
        assumeTrue(Files.isDirectory(plugins), "skipped: no repository in " + plugins);
        final String version = version();
        for (final String module : MODULES) {
            assumeTrue(Files.exists(jar(module, version)), "skipped: " + jar(module, version) + " is not built");
        }
        install(version);
        final Path project = copyProject("consumer");
        final Ended build = run(List.of(
                String.valueOf(maven),
                "-B",
                "-q",
                "-s",
                settings(plugins).toString(),
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "-Ddaybook.version=" + version,
                "-f",
                project.resolve("pom.xml").toString(),
                "compile"));
        assertEquals(0, build.status(), build.said());

        final String classes = project.resolve("target/classes").toString();
        final String lib = project.resolve("target/lib").toString();
        final String journal = folder.resolve("exchange").toString();
        final String java =
                Path.of(System.getProperty("java.home"), "bin", "java").toString();
        final Ended first = run(List.of(java, "-cp", classes + ":" + lib + "/*", "consumer.TenLines", journal));
        assertTraded(first, "back at 0, SUCCESS 0", "Account[currency=20, balance=950, held=0, available=950]");
        final Ended second = run(List.of(java, "-p", classes + ":" + lib, "-m", "consumer/consumer.TenLines", journal));
        assertTraded(second, "back at 4, SUCCESS 0", "Account[currency=20, balance=900, held=0, available=900]");
        final Ended trading =
                run(List.of(java, "-p", classes + ":" + lib, "-m", "consumer/consumer.NoVenue", noPort()));
        assertEquals(0, trading.status(), trading.said());
        assertTrue(trading.said().startsWith("no venue: no welcome within 300 ms"), trading.said());
    }

    /** The project uses only Daybook's testkit and its parent POM; the venue is an unpacked distribution. */
    @Test
    void shouldTestAProjectOfOtherVersionsAgainstAVenueThatIsAProcess() throws IOException, InterruptedException {
        final Path maven = find("mvn");
        assumeTrue(maven != null, "skipped: no mvn on the PATH");
        final String version = version();
        assumeTrue(Files.exists(jar("testkit", version)), "skipped: " + jar("testkit", version) + " is not built");
        put(ROOT.resolve("pom.xml"), "daybook-parent", version, ".pom");
        install("testkit", version);
        final UnpackedDistribution daybook = new UnpackedDistribution(Files.createDirectory(folder.resolve("built")));
        final Ended tests = run(
                Map.of("DAYBOOK_HOME", daybook.lib().getParent().toString()),
                List.of(
                        String.valueOf(maven),
                        "-B",
                        "-gs",
                        alsoFrom(Path.of(System.getProperty("user.home"), ".m2", "repository"))
                                .toString(),
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
                        "-Ddaybook.version=" + version,
                        "-f",
                        copyProject("testkit-consumer").resolve("pom.xml").toString(),
                        "test"));
        assumeTrue(
                tests.status() == 0 || !OFFLINE.matcher(tests.said()).find(),
                "skipped: QuickFIX/J 2.3 and Netty 4.1 come from Maven Central, which is not reachable");
        assertEquals(0, tests.status(), tests.said());
        assertTrue(tests.said().contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"), tests.said());
    }

    /** A port that was free a moment ago. */
    private static String noPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return String.valueOf(socket.getLocalPort());
        }
    }

    private static void assertTraded(final Ended run, final String... parts) {
        assertEquals(137, run.status(), run.said());
        for (final String part : parts) {
            assertTrue(run.said().contains(part), run.said());
        }
    }

    private static String version() throws IOException {
        final String pom = Files.readString(ROOT.resolve("pom.xml"));
        final int start = pom.indexOf("<version>") + "<version>".length();
        return pom.substring(start, pom.indexOf("</version>", start));
    }

    private static Path jar(final String module, final String version) {
        return ROOT.resolve(module).resolve("target").resolve("daybook-" + module + "-" + version + ".jar");
    }

    /** Copies POMs and jars to where an installation would put them in the repository. */
    private void install(final String version) throws IOException {
        put(ROOT.resolve("pom.xml"), "daybook-parent", version, ".pom");
        for (final String module : MODULES) {
            install(module, version);
        }
    }

    private void install(final String module, final String version) throws IOException {
        put(ROOT.resolve(module).resolve("pom.xml"), "daybook-" + module, version, ".pom");
        put(jar(module, version), "daybook-" + module, version, ".jar");
    }

    private void put(final Path file, final String artifact, final String version, final String ending)
            throws IOException {
        final Path place = Files.createDirectories(
                folder.resolve("repository/io/daybook").resolve(artifact).resolve(version));
        Files.copy(file, place.resolve(artifact + "-" + version + ending));
    }

    private Path copyProject(final String name) throws IOException {
        final Path from = ROOT.resolve("integration-tests/src").resolve(name);
        final Path to = folder.resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    private Path settings(final Path plugins) throws IOException {
        return Files.writeString(folder.resolve("settings.xml"), """
            <settings>
              <mirrors>
                <mirror>
                  <id>this-build</id>
                  <mirrorOf>*</mirrorOf>
                  <url>%s</url>
                </mirror>
              </mirrors>
            </settings>
            """.formatted(plugins.toUri()));
    }

    /** Settings that are added to those of the user, so that the plugins of this build are not downloaded again. */
    private Path alsoFrom(final Path plugins) throws IOException {
        return Files.writeString(folder.resolve("more.xml"), """
            <settings>
              <profiles>
                <profile>
                  <id>this-build</id>
                  <repositories><repository><id>this-build</id><url>%1$s</url></repository></repositories>
                  <pluginRepositories>
                    <pluginRepository><id>this-build</id><url>%1$s</url></pluginRepository>
                  </pluginRepositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>this-build</activeProfile></activeProfiles>
            </settings>
            """.formatted(plugins.toUri()));
    }

    private static Path find(final String tool) {
        for (final String place : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(place, tool))) {
                return Path.of(place, tool);
            }
        }
        return null;
    }

    private Ended run(final List<String> command) throws IOException, InterruptedException {
        return run(Map.of(), command);
    }

    private Ended run(final Map<String, String> environment, final List<String> command)
            throws IOException, InterruptedException {
        final Path out = Files.createTempFile(folder, "out", ".txt");
        final ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        final Process process = builder.start();
        if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end: " + Files.readString(out));
        }
        return new Ended(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    }
}
