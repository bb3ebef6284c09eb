package io.daybook.core.recovery;

import io.daybook.api.Command;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.ReplayConsumer;
import io.daybook.journal.access.JournalReader;
import io.daybook.kernel.command.CommandSlot;
import java.nio.file.Path;
import java.util.function.LongFunction;

/**
 * Decodes the blocks of a journal into command records and passes on those of a range, for tools that show commands
 * without carrying them out. Used by one thread.
 *
 * <p>Pass it to {@link io.daybook.journal.access.JournalReader#replay}; it throws {@link CodecException}, with the seq,
 * if a block is not a sequence of commands.
 */
public final class JournalCommands implements ReplayConsumer {

    @FunctionalInterface
    public interface Consumer {
        /**
         * Receives one command, its seq and its time, ns since the epoch.
         *
         * @param tag of the sender; empty for none
         */
        void onCommand(long seq, long timestampNs, long cookie, byte[] tag, Command command);
    }

    private final long fromSeq;
    private final long toSeq;
    private final Consumer consumer;
    private final LongFunction<Path> fileOf;
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    /**
     * Passes on the commands of a range.
     *
     * @param fromSeq the first
     * @param toSeq the last
     * @param fileOf returns the file that holds the block of a seq, for a refusal
     */
    public JournalCommands(
            final long fromSeq, final long toSeq, final LongFunction<Path> fileOf, final Consumer consumer) {
        this.fromSeq = fromSeq;
        this.toSeq = toSeq;
        this.fileOf = fileOf;
        this.consumer = consumer;
    }

    /**
     * Passes on all commands of a journal, which is read without its lock.
     *
     * @throws JournalException if it cannot be read, or no longer has its first command
     * @throws CodecException if a block is not a sequence of commands
     */
    public static void readAll(final Path folder, final Consumer consumer) {
        final JournalReader reader = JournalReader.open(folder);
        final JournalStat stat = reader.stat();
        if (stat.firstSeq() > 1) {
            throw reader.tooFarBack(stat, 1);
        }
        final long unused = reader.replay(
                stat, 1, stat.lastSeq(), new JournalCommands(1, stat.lastSeq(), reader::segmentOf, consumer));
    }

    @Override
    public void onBlock(
            final long firstSeq,
            final int count,
            final long firstTimestampNs,
            final int codecVersion,
            final int semanticsVersion,
            final byte[] block,
            final int offset,
            final int length) {
        if (firstSeq > toSeq || firstSeq + count <= fromSeq) {
            return;
        }
        decoder.wrap(block, offset, length, firstSeq, firstTimestampNs, codecVersion);
        while (nextCommand(firstSeq)) {
            final long seq = decoder.seq();
            if (seq >= fromSeq && seq <= toSeq) {
                consumer.onCommand(seq, decoder.timeNs(), slot.cookie(), tag(), commandOf(firstSeq, seq));
            }
        }
        final long nextSeq = decoder.seq() + 1;
        if (nextSeq != firstSeq + count) {
            throw refusal(firstSeq, new CodecException(JournalReplay.otherCount(firstSeq, count, nextSeq)));
        }
    }

    private byte[] tag() {
        final byte[] tag = new byte[slot.tagLength()];
        slot.copyTag(tag, 0);
        return tag;
    }

    private boolean nextCommand(final long firstSeq) {
        try {
            return decoder.next(slot);
        } catch (final CodecException e) {
            throw refusal(firstSeq, JournalReplay.undecodable(decoder.seq() + 1, e));
        }
    }

    private Command commandOf(final long firstSeq, final long seq) {
        try {
            return CommandRecords.toRecord(slot);
        } catch (final CodecException e) {
            throw refusal(firstSeq, JournalReplay.undecodable(seq, e));
        }
    }

    private CodecException refusal(final long firstSeq, final CodecException e) {
        return new CodecException(
                JournalReplay.refusal(String.valueOf(e.getMessage()), fileOf.apply(firstSeq), firstSeq), e);
    }
}
