package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the image of ops/Dockerfile without a container engine, and runs its command on a read-only root. If the test
 * may mount file systems, as root may, it makes the mounts of an engine, and the command runs as the user of the image;
 * otherwise the files of the image are read-only, and the command runs as the user of the test.
 */
@Proves("the Dockerfile's image runs on a read-only root, serves other hosts, and is controlled with its token only")
@Tag("whole")
final class ContainerTest {
    private static final Path OPS = Documents.ROOT.resolve("cli/src/main/dist/ops");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String TOKEN = "a-token-of-the-caller";
    private static final int DOCUMENTED = 8_440;
    private static final int PORTS = 4;
    private static final long TIME_OUT_S = 60;

    /**
     * A script that mounts what a container engine mounts, and runs a command as the user of the image. Arguments: the
     * image, the working folder, the user id, the command.
     */
    private static final String ENGINE = """
        image=$1 work=$2 user=$3
        shift 3
        mount -t tmpfs tmpfs /opt
        mkdir -p /opt/daybook
        mount --bind "$image/opt/daybook" /opt/daybook
        mount -o remount,bind,ro /opt/daybook
        mount -t tmpfs tmpfs "${work%/*}"
        install -d -o "$user" -g "$user" "$work"
        mount -o remount,bind,ro /
        mount -t tmpfs -o mode=1777 tmpfs /tmp
        for file in /opt/daybook/written /written; do
          if touch "$file" 2>/dev/null; then exit 99; fi
        done
        cd "$work"
        exec setpriv --reuid "$user" --regid "$user" --clear-groups "$@"
        """;

    @TempDir
    private Path folder;

    private final List<String> dockerfile = lines("Dockerfile");

    private static List<String> lines(final String name) {
        try {
            return Files.readAllLines(OPS.resolve(name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The words after an instruction of the Dockerfile, which must occur exactly once. */
    private String of(final String instruction) {
        final List<String> found = dockerfile.stream()
                .filter(line -> line.startsWith(instruction + " "))
                .toList();
        assertEquals(1, found.size(), instruction);
        return found.get(0).substring(instruction.length() + 1);
    }

    private static List<String> words(final String json) {
        return WORD.matcher(json).results().map(one -> one.group(1)).toList();
    }

    /** Makes the folder that the Dockerfile describes, from an unpacked distribution. */
    private Path image() throws IOException {
        final Path distribution = new UnpackedDistribution(Files.createDirectory(folder.resolve("built")))
                .lib()
                .getParent();
        final Path image = folder.resolve("image");
        for (final String line : dockerfile) {
            if (line.startsWith("COPY ")) {
                final String[] words = line.split(" ");
                copy(distribution.resolve(words[1]), image.resolve(words[2].substring(1)));
            }
        }
        return image;
    }

    private static void copy(final Path from, final Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                final Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                assertTrue(copy.toFile().setExecutable(Files.isExecutable(file), false));
                assertTrue(copy.toFile().setWritable(false, false));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** An IPv4 address of this machine other than 127.0.0.1. */
    private static String address() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst()
                .orElse("127.0.0.2");
    }

    private static boolean mayMount() throws IOException, InterruptedException {
        final Path none = Path.of("/dev/null");
        return !System.getProperty("java.home").startsWith("/opt/")
                && Files.isExecutable(Path.of("/usr/bin/setpriv"))
                && new ProcessBuilder("sh", "-c", "[ $(id -u) = 0 ] && unshare -m mount -t tmpfs tmpfs /opt")
                                .redirectErrorStream(true)
                                .redirectOutput(none.toFile())
                                .start()
                                .waitFor()
                        == 0;
    }

    private ProcessBuilder started(final Path image, final List<String> command) throws Exception {
        final List<String> words = new ArrayList<>();
        final Path work = Path.of(of("WORKDIR"));
        final String user = of("USER").replaceAll(":.*", "");
        assertEquals("install -d -o " + user + " -g " + user + " " + work, of("RUN"));
        final boolean isMounted = mayMount();
        if (isMounted) {
            words.addAll(List.of("unshare", "-m", "sh", "-ec", ENGINE, "engine"));
            words.addAll(List.of(image.toString(), work.toString(), user));
            words.addAll(command);
        } else {
            words.add(image + command.get(0));
            words.addAll(command.subList(1, command.size()));
        }
        System.out.println("the image runs " + (isMounted ? "on a read-only root as " + user : "on read-only files"));
        final ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("DAYBOOK_TEST_TOKEN", TOKEN);
        return builder;
    }

    private static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), () -> name + " in " + json);
        return found.group(1);
    }

    private static HttpResponse<String> sent(final String url, final String token, final String body) throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return CLIENT.send(
                body.isEmpty()
                        ? request.build()
                        : request.POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void assertConnects(final String address) throws IOException {
        final String[] parts = address.split(":");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), (int)
                    TimeUnit.SECONDS.toMillis(TIME_OUT_S));
        }
    }

    @Test
    void shouldServeATestVenueToOthersFromTheImage() throws Exception {
        final int port = FreePorts.next(PORTS);
        final List<String> command = new ArrayList<>(words(of("ENTRYPOINT")));
        for (final String word : words(of("CMD"))) {
            command.add(word.replace(":" + DOCUMENTED, ":" + port));
        }
        command.addAll(List.of("--host", address()));
        final Process process = started(image(), command).start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            final String line = String.valueOf(out.readLine());
            assertTrue(line.startsWith("{"), () -> line + read("err"));
            final String http = member(line, "http");
            assertEquals("http://" + address() + ":" + port, http);
            assertEquals(200, sent(http + "/readyz", "", "").statusCode());
            assertEquals(TOKEN, member(line, "token"));
            final String control = member(line, "control");
            assertEquals(200, sent(control + "/hash", TOKEN, "").statusCode());
            assertEquals(401, sent(control + "/hash", "of another", "").statusCode());
            final String order = "{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"limit\",\"price\":\"60001\","
                    + "\"size\":\"0.1\",\"clientOrderId\":\"a-1\"}";
            final String asks = "{\"asks\":[[\"60001\",\"1\"]]}";
            assertEquals(200, sent(control + "/books/BTC-EUR", TOKEN, asks).statusCode());
            assertEquals(
                    201,
                    sent(http + "/v1/orders", member(line, "bearer"), order).statusCode());
            assertTrue(sent(control + "/await", TOKEN, "{\"order\":\"a-1\",\"state\":\"filled\"}")
                    .body()
                    .contains("\"holds\":true"));
            assertEquals(200, sent(control + "/reset", TOKEN, "{}").statusCode(), "a reset must keep the ports");
            assertConnects(member(line, "tcp"));
            assertConnects(line.replaceAll(".*\"fix\":\"([^\"]*)\".*", "$1"));
            assertHealthy(port);
            process.destroy();
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue(), () -> read("err"));
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Requires that the health check of compose.yaml passes, that it fails on a port without a venue, and that
     * compose.yaml publishes the ports that the image exposes.
     */
    private void assertHealthy(final int port) throws Exception {
        final String check = lines("compose.yaml").stream()
                .filter(line -> line.contains("test: [CMD, bash, -c,"))
                .findFirst()
                .orElseThrow();
        final String command =
                words(check).get(0).replace("/" + DOCUMENTED, "/" + port).replace("\\\\", "\\");
        assertEquals(
                0, new ProcessBuilder("bash", "-c", command).inheritIO().start().waitFor(), command);
        final int nothing = FreePorts.next();
        assertEquals(
                1,
                new ProcessBuilder("bash", "-c", command.replace("/" + port, "/" + nothing))
                        .start()
                        .waitFor());
        assertEquals("8440 8441 8442 8443", of("EXPOSE"), "the ports in compose.yaml and docs/test-venue.md");
        assertTrue(lines("compose.yaml").stream().anyMatch(line -> line.contains("\"127.0.0.1:8440-8443:8440-8443\"")));
    }

    private String read(final String name) {
        try (Stream<String> lines = Files.lines(folder.resolve(name))) {
            return String.join("\n", lines.toList());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
