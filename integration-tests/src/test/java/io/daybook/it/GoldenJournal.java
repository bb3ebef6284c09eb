package io.daybook.it;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The journal and snapshot of format version 1 that this project must always be able to read: 321 commands of every
 * kind, including refused ones, in raw and compressed frames, with a snapshot after the first 21.
 */
final class GoldenJournal {
    static final long SNAPSHOT_SEQ = 21;
    static final long LAST_SEQ = 321;
    static final String HASH_AT_SNAPSHOT = "6954cb4cd64ac0af";
    static final String HASH = "6172888e8e4f5b5a";

    private static final String FOLDER = "/golden/v1/";

    private GoldenJournal() {}

    /** Unpacks the journal. */
    static Path unpack(final Path into) throws IOException {
        return GoldenFolder.unpack("v1", "journal.zip", Files.createDirectories(into.resolve("golden")));
    }

    /** The lines that {@code daybook journal dump} prints for the commands of the journal. */
    static List<String> commands() throws IOException {
        try (InputStream in = open("commands.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static InputStream open(final String name) {
        return Objects.requireNonNull(GoldenJournal.class.getResourceAsStream(FOLDER + name), name);
    }
}
