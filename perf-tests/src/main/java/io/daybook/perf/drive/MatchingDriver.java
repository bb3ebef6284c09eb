package io.daybook.perf.drive;

import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.risk.ReplacedOrder;
import java.util.List;

/** Runs the books alone, on the caller's thread, with slots that already have what the risk step would write. */
public final class MatchingDriver implements StreamDriver {
    private static final int REPLACE_ORDER = CommandType.REPLACE_ORDER.code();

    private final EventRing events = new EventRing(EngineDriver.SLOTS);
    private final OrderBooks books;
    private final CommandSlot[] slots = EngineDriver.newSlots();
    private final boolean[] reserves;

    private final ReplacedOrder replaced = new ReplacedOrder();
    private int next;

    /** Books for the symbols of a workload. */
    public MatchingDriver(final GeneratedWorkload workload, final OrderBookType type) {
        books = new OrderBooks(type, events);
        final List<SymbolSpec> specs =
                workload.setup().symbols().stream().map(WorkloadCommands::spec).toList();
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.ADD_SYMBOLS.code());
        slot.payload(new AddSymbols(specs));
        books.match(slot);
        reserves = new boolean[specs.size()];
        for (int i = 0; i < reserves.length; i++) {
            reserves[i] = specs.get(i).type() == SymbolType.EXCHANGE_PAIR;
        }
    }

    @Override
    public long run(final CommandStream stream) {
        long sum = 0;
        for (int c = 0; c < stream.chunkCount(); c++) {
            final long[] chunk = stream.chunk(c);
            final int end = stream.chunkLength(c);
            for (int offset = 0; offset < end; offset += CommandRecord.STRIDE) {
                final CommandSlot slot = slots[next++ & slots.length - 1];
                slot.clearCommand();
                WorkloadCommands.fill(slot, chunk, offset);
                hold(slot);
                books.match(slot);
                sum += slot.resultCode() + slot.eventCount();
                if (slot.eventCount() > 0) {
                    events.release(events.position());
                }
            }
        }
        return sum;
    }

    /**
     * Writes the fields that the risk step sets in an accepted slot. The ids have no gaps, so each index follows from
     * its id.
     */
    private void hold(final CommandSlot slot) {
        slot.startWork();
        final int symbolIndex = slot.symbol() - 1;
        slot.symbolIndex(symbolIndex);
        slot.userIndex((int) slot.uid() - 1);
        if (slot.type() == REPLACE_ORDER) {
            books.checkReplace(slot, replaced);
            slot.reservePrice(reserves[symbolIndex] && replaced.bid ? slot.price() : 0);
        } else if (!reserves[symbolIndex] || slot.side() != Side.BID.code()) {
            slot.reservePrice(0);
        }
    }
}
