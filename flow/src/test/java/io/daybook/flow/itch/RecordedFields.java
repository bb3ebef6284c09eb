package io.daybook.flow.itch;

import java.util.ArrayList;
import java.util.List;

/** Stores every field of every message that it receives. */
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
    public void onNotice(final ItchNotice m) {
        add(m, m.kind().fields().stream().mapToLong(m::value).toArray());
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
    public void onTrade(final HiddenTrade m) {
        add(m, m.reference(), m.side(), m.shares(), m.stock(), m.price(), m.match());
    }

    @Override
    public void onCrossTrade(final CrossTrade m) {
        add(m, m.shares(), m.stock(), m.price(), m.match(), m.crossType());
    }
}
