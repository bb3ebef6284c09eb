package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares the reports to FIX members with the journal. */
final class FixLedgers {
    /** The difference between a session's user and the number of the session. */
    private static final long UID = 284;

    private FixLedgers() {}

    /** Compares each session's trades and open orders; sessions 17 and up trade for users 301 and up. */
    static void compare(final Path data, final Map<Integer, FixMember> members, final long seed) {
        final ToldByJournal told = ToldByJournal.of(data);
        final List<Long> uids =
                members.keySet().stream().map(session -> session + UID).toList();
        final Map<Long, Map<Long, Long>> live = ToldByJournal.live(data, uids);
        members.forEach((session, member) -> {
            compareTrades(told, session, member, seed);
            compareWithReport(live.get(session + UID), member, seed);
        });
    }

    private static void compareTrades(
            final ToldByJournal told, final int session, final FixMember member, final long seed) {
        assertNull(member.failure(), () -> "seed=" + seed);
        final Set<FixMember.Traded> heard = new HashSet<>();
        for (final FixMember.Traded trade : member.fills()) {
            heard.add(
                    new FixMember.Traded(trade.orderId(), trade.tradeId(), plain(trade.price()), plain(trade.size())));
        }
        assertEquals(member.fills().size(), heard.size(), () -> "a trade was reported twice, seed=" + seed);
        final Set<FixMember.Traded> expected = new HashSet<>();
        for (final MemberLedger.Traded trade : told.fills(session)) {
            expected.add(new FixMember.Traded(
                    trade.orderId(),
                    trade.tradeId(),
                    BigDecimal.valueOf(trade.price(), 2).stripTrailingZeros().toPlainString(),
                    lots(trade.size())));
        }
        assertEquals(expected, heard, () -> "seed=" + seed);
    }

    private static void compareWithReport(final Map<Long, Long> live, final FixMember member, final long seed) {
        final Map<Long, String> expected = new TreeMap<>();
        live.forEach((order, remaining) -> expected.put(order, lots(remaining)));
        final Map<Long, String> heard = new TreeMap<>();
        member.leaves().forEach((order, leaves) -> heard.put(order, plain(leaves)));
        assertEquals(expected, heard, () -> "seed=" + seed);
    }

    private static String plain(final String decimal) {
        return new BigDecimal(decimal).stripTrailingZeros().toPlainString();
    }

    private static String lots(final long lots) {
        return BigDecimal.valueOf(lots, 5).stripTrailingZeros().toPlainString();
    }
}
