package io.daybook.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The messages to the sessions of a venue, as they are on disk. */
final class OutboxFiles {
    /** The length of the header of a file, before its messages. */
    private static final int HEADER_LENGTH = 56;

    private static final boolean LONG = Boolean.getBoolean("daybook.long");

    private OutboxFiles() {}

    /**
     * The length and hash of the messages to each session, over the contents of its files in one piece. The boundary
     * between two files depends on how many messages were written at once.
     */
    static Map<String, String> hashes(final Path data) throws IOException, NoSuchAlgorithmException {
        final Map<String, ByteArrayOutputStream> told = new TreeMap<>();
        final Path all = data.resolve("gateway");
        for (final Path file : files(all)) {
            final String session = all.relativize(file).getName(0).toString();
            final byte[] bytes = Files.readAllBytes(file);
            final boolean isFirst = !told.containsKey(session);
            told.computeIfAbsent(session, unused -> new ByteArrayOutputStream())
                    .write(bytes, isFirst ? 0 : HEADER_LENGTH, bytes.length - (isFirst ? 0 : HEADER_LENGTH));
        }
        final Map<String, String> hashes = new TreeMap<>();
        for (final Map.Entry<String, ByteArrayOutputStream> session : told.entrySet()) {
            final byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(session.getValue().toByteArray());
            hashes.put(
                    session.getKey(),
                    session.getValue().size() + " " + HexFormat.of().formatHex(digest));
        }
        return hashes;
    }

    /** The sessions in a result of {@link #hashes}. */
    static List<String> sessions(final Map<String, String> hashes) {
        return List.copyOf(hashes.keySet());
    }

    /** Deletes all outboxes, and the files with the numbers of FIX messages. */
    static void lose(final Path data) throws IOException {
        for (final Path file : files(data.resolve("gateway"))) {
            Files.delete(file);
            Files.deleteIfExists(file.resolveSibling("numbers"));
        }
    }

    /**
     * The topologies with which the venue replays on a Java. In the normal run, this is another topology than that of
     * the first venue on the Java of the test, and the same topology on other versions.
     */
    static List<String> topologies(final InstalledJava java) {
        if (LONG) {
            return List.of("fused", "pipelined:2");
        }
        return List.of(java.equals(InstalledJava.own()) ? "pipelined:2" : "fused");
    }

    private static List<Path> files(final Path all) throws IOException {
        try (Stream<Path> files = Files.walk(all, 2)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{20}\\..*"))
                    .sorted()
                    .toList();
        }
    }
}
