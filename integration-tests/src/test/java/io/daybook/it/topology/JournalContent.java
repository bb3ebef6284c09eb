package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cli.OwnCommand;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.it.DaybookProcess;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.access.JournalReader;
import io.daybook.kernel.command.CommandSlot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.ObjLongConsumer;

/** Reads the content of a journal command by command, whatever the frames are. */
final class JournalContent {

    private JournalContent() {}

    /** Passes on every command, as it was sent, with its seq. */
    static void forEach(final Path folder, final ObjLongConsumer<CommandSlot> consumer) {
        final CommandBlockDecoder decoder = new CommandBlockDecoder();
        final CommandSlot slot = new CommandSlot();
        final ReplayConsumer blocks = (firstSeq, count, timestampNs, codec, semantics, block, offset, length) -> {
            decoder.wrap(block, offset, length, firstSeq, timestampNs, codec);
            while (decoder.next(slot)) {
                consumer.accept(slot, decoder.seq());
            }
        };
        JournalReader.open(folder).replay(1, blocks);
    }

    /** A digest of the output of {@code journal dump}, including times. */
    static String dump(final Path folder) {
        final DigestOfLines digest = new DigestOfLines();
        assertEquals(0, OwnCommand.run(digest, "journal", "dump", folder.toString()));
        return digest.text();
    }

    /** The digest of {@link #dump}, but from the output of the command in a process of its own. */
    static String dumpOfProcess(final Path folder) {
        try {
            final DigestOfLines digest = new DigestOfLines();
            final Process process = DaybookProcess.builder("journal", "dump", folder.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (InputStream out = process.getInputStream()) {
                out.transferTo(digest);
            }
            assertEquals(0, process.waitFor());
            return digest.text();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counts the lines that are written, and digests them. */
    private static final class DigestOfLines extends OutputStream {
        private final MessageDigest digest;
        private long lines;

        DigestOfLines() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void write(final int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int length) {
            digest.update(bytes, offset, length);
            for (int i = offset; i < offset + length; i++) {
                lines += bytes[i] == '\n' ? 1 : 0;
            }
        }

        String text() {
            return lines + " lines, " + HexFormat.of().formatHex(digest.digest());
        }
    }
}
