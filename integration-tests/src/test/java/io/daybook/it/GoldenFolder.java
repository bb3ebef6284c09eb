package io.daybook.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A journal folder that an earlier version made, and the facts that this version found in it: {@code NAME.zip} and
 * {@code NAME.properties} in one folder. See {@code golden/README.md} among the test resources.
 *
 * @param version the folder of the resources, such as {@code v1}, named after the semantics of its commands
 * @param name the name of both files, without their endings
 */
record GoldenFolder(String version, String name) {
    private static final String RESOURCES = "/golden/";
    private static final String FACTS = ".properties";

    /** All golden folders of a version, by name. */
    static List<GoldenFolder> all(final String version) throws IOException, URISyntaxException {
        final Path folder = Path.of(Objects.requireNonNull(GoldenFolder.class.getResource(RESOURCES + version))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(FACTS))
                    .map(file -> new GoldenFolder(version, file.substring(0, file.length() - FACTS.length())))
                    .sorted((a, b) -> a.name.compareTo(b.name))
                    .toList();
        }
    }

    /** The facts that the version that made the folder found in it. */
    SortedMap<String, String> facts() throws IOException {
        final Properties facts = new Properties();
        try (InputStream in = open(version, name + FACTS)) {
            facts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        final SortedMap<String, String> sorted = new TreeMap<>();
        facts.stringPropertyNames().forEach(key -> sorted.put(key, facts.getProperty(key)));
        return sorted;
    }

    /** Unpacks the journal folder into a new folder. */
    Path unpack(final Path into) throws IOException {
        return unpack(version, name + ".zip", Files.createDirectories(into.resolve(name)));
    }

    /** Unpacks a zip file of a version into a folder. */
    static Path unpack(final String version, final String file, final Path folder) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(open(version, file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                final Path path = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    Files.copy(zip, path);
                }
            }
        }
        return folder;
    }

    private static InputStream open(final String version, final String file) {
        return Objects.requireNonNull(GoldenFolder.class.getResourceAsStream(RESOURCES + version + "/" + file), file);
    }

    @Override
    public String toString() {
        return version + "/" + name;
    }
}
