package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The requests and trades of sessions in the journal of a killed venue, in which no request may occur twice. */
final class ToldByJournal implements ExchangeListener {
    private static final int SESSION_SHIFT = 44;

    private final Map<Integer, Map<Long, Long>> requests = new HashMap<>();
    private final Map<Integer, List<MemberLedger.Traded>> fills = new HashMap<>();
    private final Map<Long, Integer> codes = new HashMap<>();

    private ToldByJournal() {}

    static ToldByJournal of(final Path data) {
        final ToldByJournal told = new ToldByJournal();
        Replay.from(data, 1, told);
        return told;
    }

    /** The requests of a session, each with the seq of its result. */
    Map<Long, Long> requests(final int session) {
        return requests.getOrDefault(session, Map.of());
    }

    /** The trades of a session's orders, in their sequence. */
    List<MemberLedger.Traded> fills(final int session) {
        return fills.getOrDefault(session, List.of());
    }

    /** The code of a request's result; null if no request has that seq. */
    Integer code(final long seq) {
        return codes.get(seq);
    }

    /** The live orders of users with their remaining lots, as the exchange reports them. */
    static Map<Long, Map<Long, Long>> live(final Path data, final List<Long> uids) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .journal(data)
                .mustExist(true)
                .build();
        final Map<Long, Map<Long, Long>> live = new TreeMap<>();
        try (Exchange exchange = DaybookExchange.start(config)) {
            for (final long uid : uids) {
                final UserReport report =
                        exchange.query(new UserReportQuery(uid)).join();
                final Map<Long, Long> orders = new TreeMap<>();
                report.orders().forEach(order -> orders.put(order.orderId(), order.remaining()));
                live.put(uid, orders);
            }
        }
        return live;
    }

    @Override
    public void onResult(final ResultView result) {
        final int session = (int) (result.cookie() >>> SESSION_SHIFT);
        final long request = result.cookie() & (1L << SESSION_SHIFT) - 1;
        if (session > 0 && request > 0) {
            final Long before =
                    requests.computeIfAbsent(session, number -> new TreeMap<>()).put(request, result.seq());
            assertNull(before, () -> "carried out twice: request " + request + " of session " + session);
            codes.put(result.seq(), result.resultCode());
        }
        for (int i = 0; i < result.eventCount(); i++) {
            final EventView event = result.event(i);
            if (event.kind() == EventKind.TRADE) {
                fill(event.takerOrderId(), result.seq(), event);
                fill(event.makerOrderId(), result.seq(), event);
            }
        }
    }

    private void fill(final long orderId, final long seq, final EventView trade) {
        fills.computeIfAbsent((int) (orderId >>> SESSION_SHIFT), number -> new ArrayList<>())
                .add(new MemberLedger.Traded(seq, orderId, trade.tradeId(), trade.price(), trade.size()));
    }
}
