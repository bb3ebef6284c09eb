package io.daybook.client.itch;

/** Takes the messages that {@link ItchParser} finds: a method a type, each of which does nothing by default. */
public interface ItchListener {
    /** The day begins, ends, or goes into its next phase. */
    default void onSystemEvent(final SystemEvent message) {}

    /** A stock, and the number that its messages carry this day. */
    default void onStockDirectory(final StockDirectory message) {}

    /** A stock is halted, paused, quoted or traded. */
    default void onTradingAction(final TradingAction message) {}

    /** The short sale price test of a stock begins or ends. */
    default void onShortSaleRestriction(final ShortSaleRestriction message) {}

    /** A market participant in a stock. */
    default void onParticipantPosition(final ParticipantPosition message) {}

    /** The index levels at which all trading pauses, with eight decimals. */
    default void onCircuitBreakerLevels(final CircuitBreakerLevels message) {}

    /** An index level was reached. */
    default void onCircuitBreakerBreach(final CircuitBreakerBreach message) {}

    /** The quotation of a new issue is released. */
    default void onQuotingPeriod(final QuotingPeriod message) {}

    /** The collar of an auction after a pause. */
    default void onAuctionCollar(final AuctionCollar message) {}

    /** One market halts a stock, or goes on. */
    default void onOperationalHalt(final OperationalHalt message) {}

    /** A new order without a name. */
    default void onAddOrder(final AddOrder message) {}

    /** A new order of a participant who shows his name. */
    default void onAddAttributedOrder(final AddAttributedOrder message) {}

    /** Shares of an order were executed at its price. */
    default void onOrderExecuted(final OrderExecuted message) {}

    /** Shares of an order were executed at another price than its own. */
    default void onOrderExecutedAtPrice(final OrderExecutedAtPrice message) {}

    /** Shares of an order were cancelled; the others keep their place. */
    default void onOrderCancelled(final OrderCancelled message) {}

    /** An order is gone. */
    default void onOrderDeleted(final OrderDeleted message) {}

    /** An order is gone, and another of the same side and stock has come. */
    default void onOrderReplaced(final OrderReplaced message) {}

    /** An order that was not shown was executed. */
    default void onTrade(final Trade message) {}

    /** A cross was executed. */
    default void onCrossTrade(final CrossTrade message) {}

    /** An execution is void. */
    default void onBrokenTrade(final BrokenTrade message) {}

    /** What an auction would pair at this moment. */
    default void onNetOrderImbalance(final NetOrderImbalance message) {}

    /** Retail interest in a stock. */
    default void onRetailInterest(final RetailInterest message) {}

    /** A direct listing with capital raise may open, or may not. */
    default void onCapitalRaise(final CapitalRaise message) {}

    /**
     * A message of a known type has another length than its type; it is passed over.
     *
     * @param type its letter
     * @param length its length
     * @param position where its length stands, from the first byte
     */
    default void onWrongLength(final byte type, final int length, final long position) {}

    /**
     * A message has a type that ITCH 5.0 does not know, or none; it is passed over.
     *
     * @param type its letter
     * @param length its length
     * @param position where its length stands, from the first byte
     */
    default void onUnknownType(final byte type, final int length, final long position) {}
}
