package io.daybook.engine.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CustomQuery;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PositionDirection;
import io.daybook.api.Query;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.api.StateView;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.api.Term;
import io.daybook.api.TotalsReport;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.api.UserStatus;
import io.daybook.host.Proves;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Proves(
        value = "decoded queries and reports equal the encoded ones, and hostile bytes give the documented error",
        normal = "50,000 messages")
class ReportCodecTest {
    private static final int MUTATIONS = Boolean.getBoolean("daybook.quick") ? 5_000 : 50_000;

    /** A query without an encoding. */
    private record OwnQuery() implements CustomQuery<String> {
        @Override
        public String report(final StateView state) {
            return "";
        }
    }

    static List<Query<?>> queries() {
        return List.of(
                new OrderBookQuery(7, 20, 300, Long.MAX_VALUE),
                new UserReportQuery(-1, 1_024, 70_001, 1L << 61),
                new TotalsReportQuery(),
                new StateHashQuery(),
                new AuditQuery(),
                new SymbolsQuery());
    }

    static List<Object> reports() {
        final OrderTerms terms = OrderTerms.builder()
                .set(Term.TRIGGER, 99)
                .set(Term.WHEN, 1)
                .set(Term.EXPIRE_AT, Long.MAX_VALUE)
                .build();
        return List.of(
                new OrderBookReport(
                        8,
                        ResultCode.SUCCESS,
                        7,
                        List.of(new OrderBookReport.Level(101, 5, 2), new OrderBookReport.Level(102, 1L << 50, 3)),
                        List.of(new OrderBookReport.Level(99, 1, 1)),
                        true,
                        false),
                new OrderBookReport(8, ResultCode.INVALID_SYMBOL, -7, List.of(), List.of()),
                UserReport.refused(5, ResultCode.USER_MGMT_USER_NOT_FOUND, 12),
                new UserReport(
                        6,
                        ResultCode.SUCCESS,
                        12,
                        UserStatus.SUSPENDED,
                        44,
                        List.of(new UserReport.Account(1, 500, 20, -480)),
                        List.of(new UserReport.Position(
                                3, PositionDirection.SHORT, 4, 400, 1, 2, 20, 99, Long.MIN_VALUE, 77)),
                        List.of(
                                new UserReport.Order(7, 1, Side.ASK, OrderType.GTC, 5, 0, 10, 4),
                                new UserReport.Order(7, 2, Side.BID, OrderType.POST_ONLY, 5, 6, 10, 4, terms, true, 0)),
                        true),
                new TotalsReport(
                        9,
                        List.of(new TotalsReport.CurrencyTotals(1, -2, 3, -4, 5, -6)),
                        List.of(new TotalsReport.SymbolTotals(7, 1, 2, 3, 4))),
                new StateHashReport(10, -1),
                new AuditReport(11, 12, 13, List.of("", "held ≠ Σ holds")),
                new SymbolsReport(
                        12,
                        List.of(SymbolSpec.exchangePair(7, 10, 20)
                                .feesPerLot(3, 1)
                                .build())));
    }

    @Test
    void shouldHaveBytesForEveryQueryThatNamesNoCode() {
        final Set<Class<?>> withBytes = new HashSet<>(Set.of(Query.class.getPermittedSubclasses()));
        withBytes.removeAll(Set.of(SubscribeBookQuery.class, UnsubscribeBookQuery.class, CustomQuery.class));
        withBytes.add(SymbolsQuery.class);
        assertEquals(withBytes, queries().stream().map(Query::getClass).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void shouldReadQueriesAsTheyWere(final Query<?> query) {
        assertTrue(ReportCodec.isEncodable(query));
        final byte[] bytes = framed(ReportCodec.encode(query));
        assertEquals(query, ReportCodec.decodeQuery(bytes, 3, bytes.length - 5));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void shouldReadReportsAsTheyWere(final Object report) {
        final byte[] bytes = framed(ReportCodec.encodeReport(report));
        assertEquals(report, ReportCodec.decodeReport(bytes, 3, bytes.length - 5));
    }

    private static byte[] framed(final byte[] bytes) {
        final byte[] framed = new byte[bytes.length + 5];
        Arrays.fill(framed, (byte) 0x55);
        System.arraycopy(bytes, 0, framed, 3, bytes.length);
        return framed;
    }

    @Test
    void shouldRefuseWhatIsCode() {
        assertThrows(IllegalArgumentException.class, () -> ReportCodec.encode(new OwnQuery()));
        assertThrows(IllegalArgumentException.class, () -> ReportCodec.encodeReport("a report of my own"));
    }

    @Test
    void shouldReadAnyBytesOrRefuseThem() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final List<byte[]> models = new java.util.ArrayList<>();
        reports().forEach(report -> models.add(ReportCodec.encodeReport(report)));
        queries().forEach(query -> models.add(ReportCodec.encode(query)));
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = models.get(random.nextInt(models.size())).clone();
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 4));
            }
            for (int flips = random.nextInt(3); flips > 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                ReportCodec.decodeReport(bytes, 0, bytes.length);
            } catch (CodecException e) {
                // refused
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
            try {
                ReportCodec.decodeQuery(bytes, 0, bytes.length);
            } catch (CodecException e) {
                // refused
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
    }
}
