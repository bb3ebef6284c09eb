package io.daybook.core.delivery;

import io.daybook.api.CommandType;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultCode;
import io.daybook.engine.SlotBookChangeView;
import io.daybook.kernel.command.CommandSlot;
import org.eclipse.collections.impl.map.mutable.primitive.IntLongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which books are subscribed to, and the seq of the last change of each: what chains the changes of a book together. It learns of
 * subscriptions as their queries pass. Used by the thread that delivers.
 */
final class BookStreams {
    private static final int RESET = CommandType.RESET.code();
    private static final int SUBSCRIBE_BOOK = CommandType.SUBSCRIBE_BOOK.code();
    private static final int UNSUBSCRIBE_BOOK = CommandType.UNSUBSCRIBE_BOOK.code();

    private final IntLongHashMap lastChanges = new IntLongHashMap();
    private final SlotBookChangeView view = new SlotBookChangeView();

    /**
     * A query passes, with its answer.
     *
     * @return the levels of a book from which its changes go on, where that was asked for; else null
     */
    @Nullable
    OrderBookReport onQuery(final CommandSlot slot) {
        final int type = slot.type();
        if ((type == SUBSCRIBE_BOOK || type == UNSUBSCRIBE_BOOK)
                && slot.report() instanceof OrderBookReport report
                && report.code() == ResultCode.SUCCESS) {
            if (type == SUBSCRIBE_BOOK) {
                if (!lastChanges.containsKey(report.symbol())) {
                    lastChanges.put(report.symbol(), report.seq());
                }
                return report;
            }
            lastChanges.remove(report.symbol());
        }
        return null;
    }

    /** A command passes that was carried out. */
    void onCommand(final CommandSlot slot) {
        if (slot.type() == RESET && slot.isSuccess()) {
            lastChanges.clear();
        }
    }

    /** The changes of a command that has some, valid until the next call. */
    SlotBookChangeView changes(final CommandSlot slot, final long seq, final long timeNs) {
        view.wrap(slot, seq, lastChanges.get(slot.symbol()), timeNs);
        lastChanges.put(slot.symbol(), seq);
        return view;
    }
}
