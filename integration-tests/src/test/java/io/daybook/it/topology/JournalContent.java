package io.daybook.it.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.it.DaybookProcess;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.access.JournalReader;
import io.daybook.kernel.command.CommandSlot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.ObjLongConsumer;

/** What a journal holds, command by command, whatever its frames. */
final class JournalContent {

    private JournalContent() {}

    /** Shows every command, as it was sent, with its seq. */
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

    /** What {@code journal dump} says of it, digested; times and all. */
    static String dump(final Path folder) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            final Process process = DaybookProcess.builder("journal", "dump", folder.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            long lines = 0;
            try (InputStream out = process.getInputStream()) {
                final byte[] buffer = new byte[1 << 16];
                for (int length = out.read(buffer); length >= 0; length = out.read(buffer)) {
                    digest.update(buffer, 0, length);
                    for (int i = 0; i < length; i++) {
                        lines += buffer[i] == '\n' ? 1 : 0;
                    }
                }
            }
            assertEquals(0, process.waitFor());
            return lines + " lines, " + HexFormat.of().formatHex(digest.digest());
        } catch (IOException | InterruptedException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
