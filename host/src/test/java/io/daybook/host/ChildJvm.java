package io.daybook.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The class path of processes that tests start, and an archive of the classes that they load from it (class data
 * sharing), which halves the cost of a start. An archive can contain only jars, so folders of the class path are
 * packed. The archive is made under {@code target} once per build: in the background once the JVM of the tests has
 * started some processes, or at once for a test that waits for it. A program that does what the other processes do
 * determines which classes it contains. A JVM of tests uses the archive from its first start if another JVM has made
 * it. Without an archive, and in {@code -Pquick}, processes start with the class path as it is.
 */
public final class ChildJvm {
    private static final Path FOLDER = Path.of("target", "child-jvm").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final boolean QUICK = Boolean.getBoolean("daybook.quick");

    /**
     * How many processes start before an archive is made. Making it costs what it saves in thirty starts, and a single
     * test starts few.
     */
    private static final int STARTS_WITHOUT = 5;

    private static final long TIME_OUT_S = 300;
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";
    private static final String CLASSES = "classes.jsa";
    private static final String OPEN = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    /**
     * The option with which tests start Java 24 and later. The archive is made with it too, because it is less useful
     * otherwise.
     */
    private static final List<String> NATIVE =
            Runtime.version().feature() < 24 ? List.of() : List.of("--enable-native-access=ALL-UNNAMED");

    /**
     * Without this option, if the archive does not match, Java reports that on standard output, which tests read. It
     * ignores such an archive in any case.
     */
    private static final String SILENT = "-Xlog:disable";

    private static int starts;
    private static volatile List<String> options = plain();
    private static @Nullable CompletableFuture<Void> making;

    private ChildJvm() {}

    /**
     * The options with which to start a process, including the class path.
     *
     * @param program a class whose {@code main} does what other processes of these tests do, in the folder that is its
     *     argument
     */
    public static synchronized List<String> options(final Class<?> program) {
        if (!QUICK && !isArchived()) {
            starts++;
            if (starts == 1) {
                options = found();
            } else if (starts > STARTS_WITHOUT) {
                final CompletableFuture<Void> unused = make(program); // a test with few starts does not wait for it
            }
        }
        return options;
    }

    /** Waits until there is an archive, and makes it if needed; for tests that start dozens of processes. */
    public static void awaitArchive(final Class<?> program) {
        if (!QUICK && !isArchived()) {
            make(program)
                    .copy()
                    .completeOnTimeout(null, TIME_OUT_S, TimeUnit.SECONDS)
                    .join();
        }
    }

    private static boolean isArchived() {
        return options.get(0).startsWith(ARCHIVE);
    }

    private static synchronized CompletableFuture<Void> make(final Class<?> program) {
        if (making == null) {
            making = CompletableFuture.runAsync(() -> options = made(program.getName()));
        }
        return making;
    }

    /** The options with the archive, if another JVM of the same build has made it. */
    private static List<String> found() {
        try {
            return withArchive(FOLDER.resolve(fingerprint()));
        } catch (IOException | UncheckedIOException e) { // another build changes the class path
            return plain();
        }
    }

    private static List<String> plain() {
        return List.of("-cp", System.getProperty("java.class.path"));
    }

    private static List<String> made(final String program) {
        try {
            Files.createDirectories(FOLDER);
            try (FileChannel lock = FileChannel.open(
                            FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                return held.isValid() ? made(Path.of(fingerprint()), program) : plain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return plain();
        } catch (IOException | UncheckedIOException e) {
            System.out.println("processes start without an archive of their classes: " + e);
            return plain();
        }
    }

    private static List<String> made(final Path name, final String program) throws IOException, InterruptedException {
        final Path folder = FOLDER.resolve(name);
        final Path archive = folder.resolve(CLASSES);
        if (Files.notExists(folder)) {
            deleteOthers();
            Files.createDirectories(folder.resolve("jars"));
            final Path classes = folder.resolve("classes.txt");
            final Path draft = folder.resolve("draft.jsa");
            final String path = packed(folder, true);
            final Path own = Files.createDirectory(folder.resolve("own"));
            run(folder, "-XX:DumpLoadedClassList=" + classes, OPEN, "-cp", path, program, own.toString());
            delete(own);
            // Java 17 ends with an internal error if the class of a lambda is named twice.
            Files.write(classes, Files.readAllLines(classes).stream().distinct().toList());
            run(
                    folder,
                    "-Xshare:dump",
                    "-XX:ErrorFile=" + folder.resolve("error.log"),
                    "-XX:SharedClassListFile=" + classes,
                    ARCHIVE + draft,
                    SILENT,
                    "-cp",
                    path);
            Files.move(draft, archive, StandardCopyOption.ATOMIC_MOVE);
        }
        return withArchive(folder);
    }

    private static List<String> withArchive(final Path folder) throws IOException {
        final Path archive = folder.resolve(CLASSES);
        return Files.exists(archive) ? List.of(ARCHIVE + archive, SILENT, "-cp", packed(folder, false)) : plain();
    }

    private static void run(final Path folder, final String... words) throws IOException, InterruptedException {
        // Java 17 stores objects in an archive, such as those of the modules, only if this collector makes it; every
        // collector can read them.
        final List<String> command =
                new ArrayList<>(List.of(JAVA.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseG1GC"));
        command.addAll(NATIVE);
        command.addAll(List.of(words));
        final Path said = folder.resolve("said.txt");
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
                .start();
        try {
            if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
                throw new IOException("no end, see " + said);
            }
            if (process.exitValue() != 0) {
                throw new IOException("status " + process.exitValue() + ", see " + said);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    /** The class path with a jar in place of each folder. */
    private static String packed(final Path folder, final boolean isNew) throws IOException {
        final List<String> path = new ArrayList<>();
        for (final Path entry : classPath()) {
            if (Files.isDirectory(entry)) {
                final Path jar = folder.resolve("jars").resolve(path.size() + ".jar");
                if (isNew) {
                    pack(entry, jar);
                }
                path.add(jar.toString());
            } else if (Files.exists(entry)) {
                path.add(entry.toString());
            }
        }
        return String.join(":", path);
    }

    private static void pack(final Path folder, final Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (final Path file : files(folder)) {
                final byte[] content = Files.readAllBytes(file);
                final CRC32 crc = new CRC32();
                crc.update(content);
                final ZipEntry entry = new ZipEntry(folder.relativize(file).toString());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(content.length);
                entry.setCrc(crc.getValue());
                zip.putNextEntry(entry);
                zip.write(content);
                zip.closeEntry();
            }
        }
    }

    private static List<Path> files(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** A fingerprint that differs for each version of Java and each state of the files on the class path. */
    private static String fingerprint() throws IOException {
        final StringBuilder all = new StringBuilder(Runtime.version() + " " + JAVA);
        for (final Path entry : classPath()) {
            all.append('\n').append(entry);
            if (Files.exists(entry)) {
                for (final Path file : files(entry)) {
                    all.append('\n')
                            .append(file)
                            .append(' ')
                            .append(Files.size(file))
                            .append(' ')
                            .append(Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
                }
            }
        }
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(all.toString().getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Deletes the archives of earlier builds. */
    private static void deleteOthers() throws IOException {
        final List<Path> folders;
        try (Stream<Path> found = Files.list(FOLDER)) {
            folders = found.filter(Files::isDirectory).toList();
        }
        for (final Path folder : folders) {
            delete(folder);
        }
    }

    private static void delete(final Path folder) throws IOException {
        final List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path path : all) {
            Files.delete(path);
        }
    }
}
