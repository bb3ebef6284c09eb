package io.daybook.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.Side;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Blocks whose checksums hold but which cannot be carried out are refused with the seq and a cut that truncation makes.
 */
class JournalReplayTest {
    private final CommandBlockEncoder encoder = new CommandBlockEncoder(4096);
    private final CommandSlot slot = new CommandSlot();
    private final ExchangeEngine engine =
            new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, true), new EventRing(64));
    private final JournalReplay replay =
            new JournalReplay(new EngineHost(engine), JournalReplay.NOBODY, JournalReplayTest::segmentOf);

    private static Path segmentOf(final long seq) {
        return Path.of("segment-of-" + seq);
    }

    private void add(final Command command) {
        slot.clear();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        encoder.append(slot, 1_000);
    }

    private void replay(final long firstSeq, final int count) {
        replay.onBlock(firstSeq, count, encoder.firstTimeNs(), 1, 1, encoder.buffer(), 0, encoder.length());
        encoder.reset();
    }

    private RecoveryFailedException refusal(final long firstSeq, final int count) {
        return assertThrows(RecoveryFailedException.class, () -> replay(firstSeq, count));
    }

    @Test
    void shouldNameTheBlockOfACommandOnWhichTheEngineFails() {
        add(new Nop());
        replay(1, 1);
        engine.snapshotPoint((failing, seq, timeNs) -> {
            throw new IllegalStateException("a bug");
        });
        add(new AddUser(1));
        add(new Nop());
        add(new PersistSnapshot());
        final RecoveryFailedException inside = refusal(2, 3);
        assertEquals(4, inside.seq());
        assertTrue(inside.getMessage().contains("a bug"), inside::getMessage);
        assertTrue(inside.getMessage().contains("; file=segment-of-2. Way out: "), inside::getMessage);
        assertTrue(
                inside.getMessage().endsWith("seqs 2 to 3 of the same block, which were answered"), inside::getMessage);
        assertEquals(2, inside.cutSeq());
    }

    @Test
    void shouldGiveUpNothingMoreWhereTheCommandIsTheFirstOfItsBlock() {
        engine.snapshotPoint((failing, seq, timeNs) -> {
            throw new IllegalStateException("a bug");
        });
        add(new PersistSnapshot());
        final RecoveryFailedException first = refusal(1, 1);
        assertEquals(1, first.seq());
        assertTrue(first.getMessage().endsWith("or give up all from seq 1 on"), first::getMessage);
        assertEquals(1, first.cutSeq());
    }

    @Test
    void shouldRefuseWhatCannotBeDecodedWithItsSeq() {
        add(new Nop());
        final int whole = encoder.length();
        add(new Nop());
        encoder.buffer()[whole + 4] |= (byte) 0x80;
        final RecoveryFailedException later = refusal(1, 2);
        assertEquals(2, later.seq());
        assertInstanceOf(CodecException.class, later.getCause());
        assertSpeaksAsAJournal(later, "the journal cannot be decoded at seq 2: ");
        assertEquals(1, later.cutSeq());
    }

    @Test
    void shouldRefuseABlockOfAnotherNumberOfCommands() {
        add(new Nop());
        final RecoveryFailedException e = refusal(1, 2);
        assertInstanceOf(CodecException.class, e.getCause());
        assertSpeaksAsAJournal(e, "the block of seq 1 has 1 commands, its frame counts 2");
        assertEquals(1, e.cutSeq());
    }

    /**
     * Checks that an error has the form that the operations guide describes, and names no command of the command line,
     * which the library does not know.
     */
    private static void assertSpeaksAsAJournal(final RuntimeException e, final String what) {
        assertTrue(e.getMessage().startsWith("CORRUPT: " + what), e::getMessage);
        assertTrue(e.getMessage().contains("; file=segment-of-1; last good seq=0. Way out: "), e::getMessage);
        assertFalse(e.getMessage().contains("DIR") || e.getMessage().contains("daybook "), e::getMessage);
    }

    @Test
    void shouldShowNoOrderOfAnUnknownSide() {
        final List<Command> shown = new ArrayList<>();
        final JournalCommands commands = new JournalCommands(
                1, 9, JournalReplayTest::segmentOf, (seq, timestampNs, cookie, tag, command) -> shown.add(command));
        add(new Nop());
        slot.clear();
        final Command order = new PlaceOrder(1, 1, 1, Side.BID, OrderType.GTC, 5, 0, 1);
        CommandRecords.fill(slot, order, null);
        slot.sentSide(3);
        encoder.append(slot, 1_000);
        final CodecException e = assertThrows(
                CodecException.class,
                () -> commands.onBlock(1, 2, encoder.firstTimeNs(), 1, 1, encoder.buffer(), 0, encoder.length()));
        assertSpeaksAsAJournal(e, "the journal cannot be decoded at seq 2: ");
        assertEquals(List.of(new Nop()), shown);
    }
}
