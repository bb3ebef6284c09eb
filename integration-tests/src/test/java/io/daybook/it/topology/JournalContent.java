package io.daybook.it.topology;

import io.daybook.core.codec.CommandBlockDecoder;
import io.daybook.journal.JournalReader;
import io.daybook.journal.ReplayConsumer;
import io.daybook.risk.command.CommandSlot;
import java.nio.file.Path;
import java.util.function.ObjLongConsumer;

/** What a journal holds, command by command, whatever its frames. */
final class JournalContent {

    private JournalContent() {}

    /** Shows every command, as it was sent, with its seq. */
    static void forEach(final Path folder, final ObjLongConsumer<CommandSlot> consumer) {
        final CommandBlockDecoder decoder = new CommandBlockDecoder();
        final CommandSlot slot = new CommandSlot();
        final ReplayConsumer blocks = (firstSeq, count, timestampNs, codecVersion, block, offset, length) -> {
            decoder.wrap(block, offset, length, timestampNs);
            long seq = firstSeq;
            while (decoder.next(slot)) {
                consumer.accept(slot, seq++);
            }
        };
        JournalReader.open(folder).replay(1, blocks);
    }

    /** A sum over all fields of all commands, times included. */
    static long checksum(final Path folder) {
        final long[] sum = {17};
        forEach(folder, (slot, seq) -> {
            long s = sum[0];
            s = ResultChecksum.mix(s, seq);
            s = ResultChecksum.mix(s, slot.type());
            s = ResultChecksum.mix(s, slot.timestampNs());
            s = ResultChecksum.mix(s, slot.cookie());
            s = ResultChecksum.mix(s, slot.uid());
            s = ResultChecksum.mix(s, slot.symbol());
            s = ResultChecksum.mix(s, slot.orderId());
            s = ResultChecksum.mix(s, slot.sentSide());
            s = ResultChecksum.mix(s, slot.sentOrderType());
            s = ResultChecksum.mix(s, slot.sentReservePrice());
            s = ResultChecksum.mix(s, slot.price());
            s = ResultChecksum.mix(s, slot.size());
            s = ResultChecksum.mix(s, slot.currency());
            s = ResultChecksum.mix(s, slot.amount());
            s = ResultChecksum.mix(s, slot.transactionId());
            s = ResultChecksum.mix(
                    s, slot.payload() == null ? 0 : slot.payload().toString().hashCode());
            sum[0] = s;
        });
        return sum[0];
    }
}
