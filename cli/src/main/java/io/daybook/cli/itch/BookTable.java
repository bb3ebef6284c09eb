package io.daybook.cli.itch;

import io.daybook.client.book.OrderLevels;
import io.daybook.flow.Dollars;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchText;
import java.io.IOException;

/** Order books as CSV: one row for each stock with orders, by locate. Prices have the four decimals of ITCH. */
public final class BookTable {
    private static final String HEAD = "locate,name,bidOrders,bidLevels,bidShares,bidPrice,bidSize"
            + ",askPrice,askSize,askShares,askLevels,askOrders\n";

    private final ItchBooks books;

    /** Creates a table of the state that the books have when it is written. */
    public BookTable(final ItchBooks books) {
        this.books = books;
    }

    /** Writes all rows. */
    public void writeTo(final Appendable out) throws IOException {
        out.append(HEAD);
        final OrderLevels levels = books.levels();
        for (int locate = 0; locate < levels.books(); locate++) {
            if (levels.orders(locate) > 0) {
                final Side bids = side(levels, locate, OrderLevels.BID);
                final Side asks = side(levels, locate, OrderLevels.ASK);
                out.append(Integer.toString(locate))
                        .append(',')
                        .append(name(locate))
                        .append("," + bids.orders + ',' + bids.levels + ',' + bids.shares + ',' + bids.best)
                        .append("," + asks.best + ',' + asks.shares + ',' + asks.levels + ',' + asks.orders)
                        .append('\n');
            }
        }
    }

    /**
     * One side of a book.
     *
     * @param best its best price and the shares at that price, with a comma between; only a comma if the side is empty
     */
    private record Side(long orders, long levels, long shares, String best) {}

    private static Side side(final OrderLevels levels, final int locate, final int side) {
        long orders = 0;
        long shares = 0;
        final int best = levels.best(locate, side);
        for (int level = best; level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
            orders += levels.levelOrders(level);
            shares += levels.levelSize(level);
        }
        return new Side(
                orders,
                levels.levels(locate, side),
                shares,
                best == OrderLevels.NO_LEVEL ? "," : Dollars.text(levels.price(best)) + ',' + levels.levelSize(best));
    }

    /** Returns the symbol, in quotation marks if it has characters with a meaning in CSV. */
    private String name(final int locate) {
        final String name = ItchText.of(books.stock(locate));
        return name.matches("[^,\"]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
