package io.daybook.engine.codec;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.CommandType;
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
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.api.Term;
import io.daybook.api.TotalsReport;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.api.UserStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The built-in queries and their reports as bytes, for hosts that answer another process. Numbers are stop-bit encoded,
 * see {@link StopBitWriter}; flags are 0 or 1.
 *
 * <pre>
 *  both         version | type of the query | fields
 *
 *  query        fields of its record, in their order
 *  report       fields of its record, in their order; a list is its count and its elements
 *    status     0 for none, else its code + 1
 *    order      fields of its record; terms are their count and { term, value }
 *    line       count of its bytes, then the bytes (UTF-8), a number each
 * </pre>
 *
 * <p>A {@link io.daybook.api.CustomQuery} is code and has no encoding, except {@link SymbolsQuery}; nor has a
 * subscription, which names a listener. For any bytes a decoder returns a value or throws {@link CodecException}. It
 * allocates, so it is not for the hot path. Used by any thread.
 */
public final class ReportCodec {
    private static final int VERSION = 1;

    private ReportCodec() {}

    /** Whether a query has an encoding. */
    public static boolean isEncodable(final Query<?> query) {
        return query instanceof OrderBookQuery
                || query instanceof UserReportQuery
                || query instanceof TotalsReportQuery
                || query instanceof StateHashQuery
                || query instanceof AuditQuery
                || query instanceof SymbolsQuery;
    }

    /**
     * The bytes of a query.
     *
     * @throws IllegalArgumentException if the query is not {@link #isEncodable encodable}
     */
    public static byte[] encode(final Query<?> query) {
        if (!isEncodable(query)) {
            throw new IllegalArgumentException(
                    "only built-in queries without a listener can be sent to another process: query="
                            + query.getClass().getName());
        }
        final StopBitWriter bytes = begin(CommandRecords.queryType(query));
        if (query instanceof OrderBookQuery book) {
            bytes.put(book.symbol());
            bytes.put(book.depth());
            bytes.put(book.asksAbove());
            bytes.put(book.bidsBelow());
        } else if (query instanceof UserReportQuery user) {
            bytes.put(user.uid());
            bytes.put(user.maxOrders());
            bytes.put(user.afterSymbol());
            bytes.put(user.afterOrderId());
        }
        return bytes.toByteArray();
    }

    /**
     * The query that {@link #encode} wrote.
     *
     * @throws CodecException if the bytes are not a query
     */
    public static Query<?> decodeQuery(final byte[] encoded, final int offset, final int length) {
        final StopBitReader bytes = new StopBitReader(encoded);
        bytes.wrap(encoded, offset, offset + length);
        return whole(bytes, "query", () -> readQuery(bytes));
    }

    private static @Nullable Query<?> readQuery(final StopBitReader bytes) {
        return switch (type(bytes)) {
            case ORDER_BOOK_REQUEST ->
                new OrderBookQuery(bytes.nextInt(), bytes.nextInt(), bytes.nextLong(), bytes.nextLong());
            case USER_REPORT ->
                new UserReportQuery(bytes.nextLong(), bytes.nextInt(), bytes.nextInt(), bytes.nextLong());
            case TOTALS_REPORT -> new TotalsReportQuery();
            case STATE_HASH -> new StateHashQuery();
            case AUDIT -> new AuditQuery();
            case CUSTOM_REPORT -> new SymbolsQuery();
            default -> null;
        };
    }

    /**
     * The bytes of a report.
     *
     * @throws IllegalArgumentException if the report answers a query without an encoding
     */
    public static byte[] encodeReport(final Object report) {
        if (report instanceof OrderBookReport book) {
            return book(book);
        }
        if (report instanceof UserReport user) {
            return user(user);
        }
        if (report instanceof TotalsReport totals) {
            return totals(totals);
        }
        if (report instanceof StateHashReport hash) {
            final StopBitWriter bytes = begin(CommandType.STATE_HASH);
            bytes.put(hash.seq());
            bytes.put(hash.hash());
            return bytes.toByteArray();
        }
        if (report instanceof AuditReport audit) {
            return audit(audit);
        }
        if (report instanceof SymbolsReport symbols) {
            final StopBitWriter bytes = begin(CommandType.CUSTOM_REPORT);
            bytes.put(symbols.seq());
            bytes.put(symbols.symbols().size());
            symbols.symbols().forEach(spec -> CommandPayload.writeSpec(bytes, spec));
            return bytes.toByteArray();
        }
        throw new IllegalArgumentException("only built-in reports can be sent to another process: report="
                + report.getClass().getName());
    }

    /**
     * The report that {@link #encodeReport} wrote.
     *
     * @throws CodecException if the bytes are not a report
     */
    public static Object decodeReport(final byte[] encoded, final int offset, final int length) {
        final StopBitReader bytes = new StopBitReader(encoded);
        bytes.wrap(encoded, offset, offset + length);
        return whole(bytes, "report", () -> readReport(bytes));
    }

    private static @Nullable Object readReport(final StopBitReader bytes) {
        return switch (type(bytes)) {
            case ORDER_BOOK_REQUEST -> readBook(bytes);
            case USER_REPORT -> readUser(bytes);
            case TOTALS_REPORT -> readTotals(bytes);
            case STATE_HASH -> new StateHashReport(bytes.nextLong(), bytes.nextLong());
            case AUDIT ->
                new AuditReport(
                        bytes.nextLong(), bytes.nextLong(), bytes.nextLong(), readList(bytes, () -> readLine(bytes)));
            case CUSTOM_REPORT ->
                new SymbolsReport(bytes.nextLong(), readList(bytes, () -> CommandPayload.readSpec(bytes)));
            default -> null;
        };
    }

    private static StopBitWriter begin(final CommandType type) {
        final StopBitWriter bytes = new StopBitWriter();
        bytes.put(VERSION);
        bytes.put(type.code());
        return bytes;
    }

    private static CommandType type(final StopBitReader bytes) {
        final int version = bytes.nextInt();
        if (version != VERSION) {
            throw new CodecException("the version is " + version + ", but this program reads " + VERSION);
        }
        return CommandType.of(bytes.nextInt());
    }

    private static <T> T whole(final StopBitReader bytes, final String what, final Supplier<@Nullable T> reading) {
        try {
            final T value = reading.get();
            if (value == null || bytes.remaining() != 0) {
                throw new CodecException(value == null ? "unknown type" : bytes.remaining() + " bytes too many");
            }
            return value;
        } catch (CodecException | ArithmeticException | IllegalArgumentException e) {
            throw new CodecException("the bytes are not a " + what + ": " + e.getMessage(), e);
        }
    }

    private static <T> List<T> readList(final StopBitReader bytes, final Supplier<T> element) {
        final long count = bytes.nextLong();
        if (count < 0 || count > bytes.remaining()) { // an element has at least one byte
            throw new CodecException(
                    "a list of " + count + " elements does not fit in " + bytes.remaining() + " bytes");
        }
        final List<T> list = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }

    private static boolean readFlag(final StopBitReader bytes) {
        final long value = bytes.nextLong();
        if (value != 0 && value != 1) {
            throw new CodecException("a flag must be 0 or 1: " + value);
        }
        return value == 1;
    }

    private static void putFlag(final StopBitWriter bytes, final boolean value) {
        bytes.put(value ? 1 : 0);
    }

    private static byte[] book(final OrderBookReport report) {
        final StopBitWriter bytes = begin(CommandType.ORDER_BOOK_REQUEST);
        bytes.put(report.seq());
        bytes.put(report.code().code());
        bytes.put(report.symbol());
        putLevels(bytes, report.asks());
        putLevels(bytes, report.bids());
        putFlag(bytes, report.moreAsks());
        putFlag(bytes, report.moreBids());
        return bytes.toByteArray();
    }

    private static void putLevels(final StopBitWriter bytes, final List<OrderBookReport.Level> levels) {
        bytes.put(levels.size());
        for (final OrderBookReport.Level level : levels) {
            bytes.put(level.price());
            bytes.put(level.size());
            bytes.put(level.orders());
        }
    }

    private static OrderBookReport readBook(final StopBitReader bytes) {
        return new OrderBookReport(
                bytes.nextLong(),
                ResultCode.of(bytes.nextInt()),
                bytes.nextInt(),
                readLevels(bytes),
                readLevels(bytes),
                readFlag(bytes),
                readFlag(bytes));
    }

    private static List<OrderBookReport.Level> readLevels(final StopBitReader bytes) {
        return readList(bytes, () -> new OrderBookReport.Level(bytes.nextLong(), bytes.nextLong(), bytes.nextLong()));
    }

    private static byte[] user(final UserReport report) {
        final StopBitWriter bytes = begin(CommandType.USER_REPORT);
        bytes.put(report.seq());
        bytes.put(report.code().code());
        bytes.put(report.uid());
        bytes.put(report.status() == null ? 0 : report.status().code() + 1);
        bytes.put(report.lastTransactionId());
        bytes.put(report.accounts().size());
        for (final UserReport.Account account : report.accounts()) {
            bytes.put(account.currency());
            bytes.put(account.balance());
            bytes.put(account.held());
            bytes.put(account.available());
        }
        bytes.put(report.positions().size());
        for (final UserReport.Position position : report.positions()) {
            putPosition(bytes, position);
        }
        bytes.put(report.orders().size());
        for (final UserReport.Order order : report.orders()) {
            putOrder(bytes, order);
        }
        putFlag(bytes, report.moreOrders());
        return bytes.toByteArray();
    }

    private static void putPosition(final StopBitWriter bytes, final UserReport.Position position) {
        bytes.put(position.symbol());
        bytes.put(position.direction().code());
        bytes.put(position.openVolume());
        bytes.put(position.openPriceSum());
        bytes.put(position.pendingBuy());
        bytes.put(position.pendingSell());
        bytes.put(position.currency());
        bytes.put(position.mark());
        bytes.put(position.unrealizedGain());
        bytes.put(position.margin());
    }

    private static void putOrder(final StopBitWriter bytes, final UserReport.Order order) {
        bytes.put(order.symbol());
        bytes.put(order.orderId());
        bytes.put(order.side().code());
        bytes.put(order.type().code());
        bytes.put(order.price());
        bytes.put(order.reservePrice());
        bytes.put(order.size());
        bytes.put(order.remaining());
        int terms = 0;
        for (final Term term : Term.values()) {
            terms += order.terms().has(term) ? 1 : 0;
        }
        bytes.put(terms);
        for (final Term term : Term.values()) {
            if (order.terms().has(term)) {
                bytes.put(term.code());
                bytes.put(order.terms().get(term));
            }
        }
        putFlag(bytes, order.dormant());
        bytes.put(order.shown());
    }

    private static UserReport readUser(final StopBitReader bytes) {
        final long seq = bytes.nextLong();
        final ResultCode code = ResultCode.of(bytes.nextInt());
        final long uid = bytes.nextLong();
        final int status = bytes.nextInt();
        return new UserReport(
                seq,
                code,
                uid,
                status == 0 ? null : UserStatus.of(Math.decrementExact(status)),
                bytes.nextLong(),
                readList(
                        bytes,
                        () -> new UserReport.Account(
                                bytes.nextInt(), bytes.nextLong(), bytes.nextLong(), bytes.nextLong())),
                readList(bytes, () -> readPosition(bytes)),
                readList(bytes, () -> readOrder(bytes)),
                readFlag(bytes));
    }

    private static UserReport.Position readPosition(final StopBitReader bytes) {
        return new UserReport.Position(
                bytes.nextInt(),
                PositionDirection.of(bytes.nextInt()),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextInt(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong());
    }

    private static UserReport.Order readOrder(final StopBitReader bytes) {
        return new UserReport.Order(
                bytes.nextInt(),
                bytes.nextLong(),
                Side.of(bytes.nextInt()),
                OrderType.of(bytes.nextInt()),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                readTerms(bytes),
                readFlag(bytes),
                bytes.nextLong());
    }

    private static OrderTerms readTerms(final StopBitReader bytes) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        final int count = bytes.nextInt();
        if (count < 0 || count > Term.values().length) {
            throw new CodecException("an order cannot have " + count + " terms");
        }
        for (int i = 0; i < count; i++) {
            terms.set(Term.of(bytes.nextInt()), bytes.nextLong());
        }
        return count == 0 ? OrderTerms.NONE : terms.build();
    }

    private static byte[] totals(final TotalsReport report) {
        final StopBitWriter bytes = begin(CommandType.TOTALS_REPORT);
        bytes.put(report.seq());
        bytes.put(report.currencies().size());
        for (final TotalsReport.CurrencyTotals totals : report.currencies()) {
            bytes.put(totals.currency());
            bytes.put(totals.balances());
            bytes.put(totals.held());
            bytes.put(totals.fees());
            bytes.put(totals.adjustments());
            bytes.put(totals.positions());
        }
        bytes.put(report.symbols().size());
        for (final TotalsReport.SymbolTotals totals : report.symbols()) {
            bytes.put(totals.symbol());
            bytes.put(totals.openInterestLong());
            bytes.put(totals.openInterestShort());
            bytes.put(totals.orders());
            bytes.put(totals.lastPrice());
        }
        return bytes.toByteArray();
    }

    private static TotalsReport readTotals(final StopBitReader bytes) {
        return new TotalsReport(
                bytes.nextLong(),
                readList(
                        bytes,
                        () -> new TotalsReport.CurrencyTotals(
                                bytes.nextInt(),
                                bytes.nextLong(),
                                bytes.nextLong(),
                                bytes.nextLong(),
                                bytes.nextLong(),
                                bytes.nextLong())),
                readList(
                        bytes,
                        () -> new TotalsReport.SymbolTotals(
                                bytes.nextInt(),
                                bytes.nextLong(),
                                bytes.nextLong(),
                                bytes.nextLong(),
                                bytes.nextLong())));
    }

    private static byte[] audit(final AuditReport report) {
        final StopBitWriter bytes = begin(CommandType.AUDIT);
        bytes.put(report.seq());
        bytes.put(report.users());
        bytes.put(report.orders());
        bytes.put(report.violations().size());
        for (final String line : report.violations()) {
            final byte[] text = line.getBytes(StandardCharsets.UTF_8);
            bytes.put(text.length);
            for (final byte one : text) {
                bytes.put(one & 0xFF);
            }
        }
        return bytes.toByteArray();
    }

    private static String readLine(final StopBitReader bytes) {
        final List<Byte> text = readList(bytes, () -> {
            final long one = bytes.nextLong();
            if (one < 0 || one > 0xFF) {
                throw new CodecException("a byte must be from 0 to 255: " + one);
            }
            return (byte) one;
        });
        final byte[] utf8 = new byte[text.size()];
        for (int i = 0; i < utf8.length; i++) {
            utf8[i] = text.get(i);
        }
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
