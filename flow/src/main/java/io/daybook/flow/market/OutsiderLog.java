package io.daybook.flow.market;

import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.flow.Dollars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the live orders of an outsider, and writes as CSV their trades and, whenever it changes, the number of lots
 * before each of them. The caller reports the orders that it sends, and calls {@link #look} after each event of the
 * day. Used by one thread; an error of the output is thrown as an {@link UncheckedIOException}.
 */
public final class OutsiderLog {
    private static final long NOT_LOOKED = -1;

    private final RecordedMarket market;
    private final Appendable fills;
    private final Appendable ranks;
    private final Consumer<OutsiderFill> listener;

    /** The live orders in order of arrival. */
    private final List<Own> live = new ArrayList<>();

    /** An order, and its remaining lots. */
    private static final class Own {
        private final long orderId;
        private final long id;
        private final int symbol;
        private final Side side;
        private long traded;
        private long left;
        private long sinceNs;
        private long joinedBehind = NOT_LOOKED;
        private long lotsBefore = NOT_LOOKED;

        Own(final long orderId, final long id, final int symbol, final Side side, final long left) {
            this.orderId = orderId;
            this.id = id;
            this.symbol = symbol;
            this.side = side;
            this.left = left;
        }
    }

    /**
     * Creates a log, and writes the headers.
     *
     * @param listener receives each fill once it is written
     */
    public OutsiderLog(
            final RecordedMarket market,
            final Appendable fills,
            final Appendable ranks,
            final Consumer<OutsiderFill> listener) {
        this.market = market;
        this.fills = fills;
        this.ranks = ranks;
        this.listener = listener;
        write(fills, "time,id,side,price,size,left,role,doubtful,symbol,lotsBefore");
        write(ranks, "time,id,ordersBefore,lotsBefore");
    }

    /**
     * Notes an order that is about to be sent.
     *
     * @param orderId the value of {@link RecordedMarket#nextOutsiderId}
     * @param id the id that the sender gave the order
     */
    public void onPlace(
            final long orderId, final long id, final int symbol, final long atNs, final Side side, final long size) {
        final Own own = new Own(orderId, id, symbol, side, size);
        own.sinceNs = atNs;
        live.add(own);
    }

    /**
     * Notes that an order has another price or size, or is about to get it.
     *
     * @param total the new size, including traded lots
     * @param isKept whether the order keeps its place in the queue
     */
    public void onReplace(final long orderId, final long atNs, final long total, final boolean isKept) {
        final Own own = find(orderId);
        if (own != null) {
            own.left = total - own.traded;
        }
        if (own != null && !isKept) {
            own.sinceNs = atNs;
            own.joinedBehind = NOT_LOOKED;
            own.lotsBefore = NOT_LOOKED;
        }
    }

    /** Writes a fill; see {@link OutsiderListener#onFill}. */
    public void onFill(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        final Own own = find(orderId);
        if (own == null) {
            throw new IllegalStateException("the log must have each order that trades: orderId=" + orderId);
        }
        own.left -= size;
        own.traded += size;
        final long timeNs = market.timeNs();
        final OutsiderFill fill = new OutsiderFill(
                timeNs,
                own.id,
                own.symbol,
                own.side,
                price,
                size,
                own.left,
                isMaker,
                isDoubtful,
                isMaker ? Math.max(own.joinedBehind, 0) : 0,
                isMaker ? Math.max(own.lotsBefore, 0) : 0,
                timeNs - own.sinceNs);
        write(
                fills,
                timeNs + "," + own.id + (own.side == Side.BID ? ",buy," : ",sell,") + Dollars.text(price) + "," + size
                        + "," + own.left + (isMaker ? ",maker," : ",taker,") + isDoubtful + "," + own.symbol + ","
                        + fill.lotsBefore());
        listener.accept(fill);
    }

    private @Nullable Own find(final long orderId) {
        for (int i = live.size() - 1; i >= 0; i--) {
            if (live.get(i).orderId == orderId) {
                return live.get(i);
            }
        }
        return null;
    }

    /** Writes the places in the queue that have changed, and removes orders that have left the book. */
    public void look() {
        for (int i = 0; i < live.size(); i++) {
            final RestingOrders orders = market.orders(live.get(i).symbol);
            if (orders == null || orders.lots(live.get(i).orderId) == 0) {
                live.remove(i--);
            } else {
                look(live.get(i), orders);
            }
        }
    }

    private void look(final Own own, final RestingOrders orders) {
        final long lots = orders.lotsBefore(own.orderId);
        own.joinedBehind = own.joinedBehind == NOT_LOOKED ? lots : own.joinedBehind;
        if (lots != own.lotsBefore) {
            own.lotsBefore = lots;
            write(ranks, market.timeNs() + "," + own.id + "," + orders.ordersBefore(own.orderId) + "," + lots);
        }
    }

    private static void write(final Appendable out, final String line) {
        try {
            out.append(line).append('\n');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
