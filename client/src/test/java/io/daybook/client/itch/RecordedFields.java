package io.daybook.client.itch;

import java.util.ArrayList;
import java.util.List;

/** Keeps every field of every message that it is shown. */
final class RecordedFields implements ItchListener {
    final List<List<Long>> messages = new ArrayList<>();

    private void add(final ItchMessage message, final long... fields) {
        final List<Long> all = new ArrayList<>();
        all.add((long) message.type());
        all.add((long) message.locate());
        all.add((long) message.trackingNumber());
        all.add(message.timestampNs());
        for (final long field : fields) {
            all.add(field);
        }
        messages.add(all);
    }

    @Override
    public void onSystemEvent(final SystemEvent m) {
        add(m, m.eventCode());
    }

    @Override
    public void onStockDirectory(final StockDirectory m) {
        add(
                m,
                m.stock(),
                m.marketCategory(),
                m.financialStatus(),
                m.roundLotSize(),
                m.roundLotsOnly(),
                m.issueClassification(),
                m.issueSubType(),
                m.authenticity(),
                m.shortSaleThreshold(),
                m.ipoFlag(),
                m.priceTier(),
                m.etpFlag(),
                m.etpLeverage(),
                m.inverseFlag());
    }

    @Override
    public void onTradingAction(final TradingAction m) {
        add(m, m.stock(), m.tradingState(), m.reason() & 0xFFFFFFFFL);
    }

    @Override
    public void onShortSaleRestriction(final ShortSaleRestriction m) {
        add(m, m.stock(), m.action());
    }

    @Override
    public void onParticipantPosition(final ParticipantPosition m) {
        add(m, m.participant() & 0xFFFFFFFFL, m.stock(), m.primaryMarketMaker(), m.mode(), m.state());
    }

    @Override
    public void onCircuitBreakerLevels(final CircuitBreakerLevels m) {
        add(m, m.level1(), m.level2(), m.level3());
    }

    @Override
    public void onCircuitBreakerBreach(final CircuitBreakerBreach m) {
        add(m, m.level());
    }

    @Override
    public void onQuotingPeriod(final QuotingPeriod m) {
        add(m, m.stock(), m.releaseSeconds(), m.qualifier(), m.price());
    }

    @Override
    public void onAuctionCollar(final AuctionCollar m) {
        add(m, m.stock(), m.referencePrice(), m.upperPrice(), m.lowerPrice(), m.extension());
    }

    @Override
    public void onOperationalHalt(final OperationalHalt m) {
        add(m, m.stock(), m.market(), m.action());
    }

    @Override
    public void onAddOrder(final AddOrder m) {
        add(m, m.reference(), m.side(), m.shares(), m.stock(), m.price());
    }

    @Override
    public void onAddAttributedOrder(final AddAttributedOrder m) {
        add(m, m.reference(), m.side(), m.shares(), m.stock(), m.price(), m.participant() & 0xFFFFFFFFL);
    }

    @Override
    public void onOrderExecuted(final OrderExecuted m) {
        add(m, m.reference(), m.shares(), m.match());
    }

    @Override
    public void onOrderExecutedAtPrice(final OrderExecutedAtPrice m) {
        add(m, m.reference(), m.shares(), m.match(), m.printable(), m.price());
    }

    @Override
    public void onOrderCancelled(final OrderCancelled m) {
        add(m, m.reference(), m.shares());
    }

    @Override
    public void onOrderDeleted(final OrderDeleted m) {
        add(m, m.reference());
    }

    @Override
    public void onOrderReplaced(final OrderReplaced m) {
        add(m, m.reference(), m.newReference(), m.shares(), m.price());
    }

    @Override
    public void onTrade(final Trade m) {
        add(m, m.reference(), m.side(), m.shares(), m.stock(), m.price(), m.match());
    }

    @Override
    public void onCrossTrade(final CrossTrade m) {
        add(m, m.shares(), m.stock(), m.price(), m.match(), m.crossType());
    }

    @Override
    public void onBrokenTrade(final BrokenTrade m) {
        add(m, m.match());
    }

    @Override
    public void onNetOrderImbalance(final NetOrderImbalance m) {
        add(
                m,
                m.pairedShares(),
                m.imbalance(),
                m.direction(),
                m.stock(),
                m.farPrice(),
                m.nearPrice(),
                m.referencePrice(),
                m.crossType(),
                m.priceVariation());
    }

    @Override
    public void onRetailInterest(final RetailInterest m) {
        add(m, m.stock(), m.interest());
    }

    @Override
    public void onCapitalRaise(final CapitalRaise m) {
        add(
                m,
                m.stock(),
                m.eligibility(),
                m.minimumPrice(),
                m.maximumPrice(),
                m.nearPrice(),
                m.nearTimeNs(),
                m.lowerCollar(),
                m.upperCollar());
    }
}
