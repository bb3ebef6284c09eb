package io.daybook.server.identity;

import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.audit.AuditChain;
import io.daybook.sessions.audit.AuditText;
import io.daybook.sessions.audit.JsonAuditLog;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks that each line of an audit log still has the hash of the line before it, and that the log has the line whose
 * hash is kept elsewhere.
 *
 * @param lines the number of lines that were read
 * @param fault a message about the first wrong line; null if there is none
 */
public record AuditCheck(long lines, @Nullable String fault) {
    private static final String CHANGED = "the audit log was changed: ";
    private static final Pattern BEFORE = Pattern.compile(".*\"before\":\"([0-9a-f]{64})\"}");

    /** Reads the log of a server's folder. A log that grows meanwhile is read up to its present end. */
    public static AuditCheck of(final Path folder) {
        return of(folder, AuditTrail.headFile(folder));
    }

    /** Reads the log of the doors for members. */
    public static AuditCheck ofDoors(final Path folder) {
        return of(folder, JsonAuditLog.headFile(folder));
    }

    private static AuditCheck of(final Path folder, final Path head) {
        try {
            return Files.isDirectory(folder) ? new Reading(folder, head).check() : new AuditCheck(0, null);
        } catch (IOException e) {
            return new AuditCheck(0, "the audit log cannot be read: " + e);
        }
    }

    private static final class Reading {
        private final Path folder;
        private final Path headFile;
        private final @Nullable String head;
        private boolean isHeadFound;
        private boolean isChained;
        private String last = "";
        private long lines;

        private Reading(final Path folder, final Path headFile) throws IOException {
            this.folder = folder;
            this.headFile = headFile; // read before the lines, so that a line written meanwhile is no fault
            this.head = Files.exists(headFile)
                    ? Files.readString(headFile, StandardCharsets.US_ASCII).strip()
                    : null;
        }

        private AuditCheck check() throws IOException {
            isHeadFound = head == null;
            final List<InputStream> open = new ArrayList<>();
            final List<Path> files = AuditChain.files(new FileJournalStorage(), folder);
            try {
                for (final Path file : files) { // opened before any is read, because the newest may be renamed
                    open.add(new BufferedInputStream(Files.newInputStream(file)));
                }
                for (int i = 0; i < open.size(); i++) {
                    final String fault = read(files.get(i), open.get(i));
                    if (fault != null) {
                        return new AuditCheck(lines, fault);
                    }
                }
            } finally {
                for (final InputStream one : open) {
                    one.close();
                }
            }
            return new AuditCheck(
                    lines,
                    isHeadFound
                            ? null
                            : CHANGED + folder.resolve(AuditChain.FILE) + ": lines are missing at its end: no line has"
                                    + " the hash " + head + ", which " + headFile + " has");
        }

        private @Nullable String read(final Path file, final InputStream in) throws IOException {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            long number = 1;
            for (int one = in.read(); one >= 0; one = in.read()) {
                if (one != '\n') {
                    bytes.write(one);
                    continue;
                }
                final String line = bytes.toString(StandardCharsets.ISO_8859_1);
                bytes.reset();
                final Matcher before = BEFORE.matcher(line);
                final boolean isFirst = lines == 0;
                final boolean isWhole = line.endsWith("}"); // earlier builds wrote no hashes; a torn line has none
                isChained |= before.matches();
                if (before.matches()
                        ? !isFirst && !before.group(1).equals(AuditText.hash(last))
                        : isChained && isWhole) {
                    return CHANGED + file + ": line " + number
                            + " does not have the hash of the line before it: one of the two"
                            + " was changed, or lines between them were removed";
                }
                last = line;
                lines++;
                number++;
                isHeadFound |= AuditText.hash(line).equals(head);
            }
            return null;
        }
    }
}
