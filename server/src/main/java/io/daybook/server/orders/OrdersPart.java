package io.daybook.server.orders;

import io.daybook.api.FollowerPart;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PartDecoder;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.wire.OffReason;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The book of orders in a snapshot, big-endian; lists begin with their count, texts with their length (u16, UTF-8).
 *
 * <pre>
 * version i32, last id i64, whether woken orders have updates u8 (from version 3 on)
 * users, each: uid i64, last update i64, live orders, closed orders, fills, client ids of live orders
 * client ids of closed orders, the oldest first
 *
 * order:     symbol i32, id, uid i64, side, type u8, market u8 (from version 2 on), price, size, remaining,
 *            filled i64, notional (length u8, bytes), fees i64, state u8, client id (empty for none), placed, changed,
 *            seq i64, more (from version 3 on)
 * more:      u8: the reason of its end (OffReason; 0 for none) in 4 bits, 16: its trigger was met: [when, filled before
 *            i64], 32: [reserve price i64, mask of terms i32, each i64 by ascending code]
 * fill:      seq i64, event i32, time i64, symbol i32, order, trade i64, side u8, maker u8, price, size, fee i64
 * client id: uid i64, text, body hash i64, closed i64, outcome
 * outcome:   seq, time i64, code i32, has order u8, [order], fills, more fills u8, more u8
 * </pre>
 */
final class OrdersPart {
    private static final int VERSION = 3;
    private static final int WITHOUT_TERMS = 2;
    private static final int WITHOUT_MARKET = 1;

    private static final int END_MASK = 0xF;
    private static final int TRIGGERED = 1 << 4;
    private static final int EXTRA = 1 << 5;

    private OrdersPart() {}

    /**
     * An immutable copy of the whole book.
     *
     * @param hasTerms whether the orders in it have their terms
     * @param tellsWoken whether each woken order has an update
     */
    record Copy(
            long lastId, List<UserCopy> users, List<ClientCopy> closedClients, boolean hasTerms, boolean tellsWoken) {}

    /** The part of a user. */
    record UserCopy(
            long uid,
            long lastUpdate,
            List<OrderView> live,
            List<OrderView> closed,
            List<Fill> fills,
            List<ClientCopy> liveClients) {}

    /** A client id with the time at which its order closed. */
    record ClientCopy(long uid, String clientOrderId, long bodyHash, long closedNs, Outcome first) {
        static ClientCopy of(final ClientEntry entry) {
            return new ClientCopy(entry.uid, entry.clientOrderId, entry.bodyHash, entry.closedNs, entry.first);
        }

        ClientEntry entry() {
            final ClientEntry entry = new ClientEntry(uid, clientOrderId, bodyHash, first);
            entry.closedNs = closedNs;
            return entry;
        }
    }

    /** Writes a copy, on the thread that writes snapshots. */
    static FollowerPart of(final Copy copy) {
        return PartEncoder.streamed(ByteOrder.BIG_ENDIAN, out -> new Writing(out).copy(copy));
    }

    /** Reads what {@link #of} wrote. */
    static Copy read(final PartReader reader) {
        return copy(new PartDecoder(OrdersFollower.NAME, reader, ByteOrder.BIG_ENDIAN));
    }

    private record Writing(PartEncoder out) {
        void copy(final Copy copy) {
            out.putI32(VERSION);
            out.putI64(copy.lastId);
            out.putU8(copy.tellsWoken ? 1 : 0);
            out.putI32(copy.users.size());
            for (final UserCopy user : copy.users) {
                out.putI64(user.uid);
                out.putI64(user.lastUpdate);
                orders(user.live);
                orders(user.closed);
                fills(user.fills);
                clients(user.liveClients);
            }
            clients(copy.closedClients);
        }

        private void orders(final List<OrderView> orders) {
            out.putI32(orders.size());
            for (final OrderView order : orders) {
                order(order);
            }
        }

        private void order(final OrderView order) {
            out.putI32(order.symbol());
            out.putI64(order.orderId());
            out.putI64(order.uid());
            out.putU8(order.side().code());
            out.putU8(order.type().code());
            out.putU8(order.isMarket() ? 1 : 0);
            out.putI64(order.price());
            out.putI64(order.size());
            out.putI64(order.remaining());
            out.putI64(order.filled());
            final byte[] notional = order.notional().toByteArray();
            out.putU8(notional.length);
            out.putBytes(notional);
            out.putI64(order.fees());
            out.putU8(stateCode(order.state()));
            final String client = order.clientOrderId();
            text(client == null ? "" : client);
            out.putI64(order.placedNs());
            out.putI64(order.changedNs());
            out.putI64(order.seq());
            more(order);
        }

        private void more(final OrderView order) {
            final OffReason end = order.end();
            final OrderTerms terms = order.terms();
            final boolean hasExtra = !terms.isEmpty() || order.reservePrice() != 0;
            final TriggerMet met = order.met();
            out.putU8((end == null ? 0 : end.code()) | (met == null ? 0 : TRIGGERED) | (hasExtra ? EXTRA : 0));
            if (met != null) {
                out.putI64(met.timeNs());
                out.putI64(met.filled());
            }
            if (hasExtra) {
                out.putI64(order.reservePrice());
                out.putI32(terms.mask());
                for (final Term term : Term.values()) {
                    if (terms.has(term)) {
                        out.putI64(terms.get(term));
                    }
                }
            }
        }

        private void fills(final List<Fill> fills) {
            out.putI32(fills.size());
            for (final Fill fill : fills) {
                out.putI64(fill.seq());
                out.putI32(fill.event());
                out.putI64(fill.timeNs());
                out.putI32(fill.symbol());
                out.putI64(fill.orderId());
                out.putI64(fill.tradeId());
                out.putU8(fill.side().code());
                out.putU8(fill.isMaker() ? 1 : 0);
                out.putI64(fill.price());
                out.putI64(fill.size());
                out.putI64(fill.fee());
            }
        }

        private void clients(final List<ClientCopy> clients) {
            out.putI32(clients.size());
            for (final ClientCopy client : clients) {
                out.putI64(client.uid);
                text(client.clientOrderId);
                out.putI64(client.bodyHash);
                out.putI64(client.closedNs);
                outcome(client.first);
            }
        }

        private void outcome(final Outcome outcome) {
            out.putI64(outcome.seq());
            out.putI64(outcome.timeNs());
            out.putI32(outcome.code().code());
            final OrderView order = outcome.order();
            out.putU8(order != null ? 1 : 0);
            if (order != null) {
                order(order);
            }
            fills(outcome.fills());
            out.putU8(outcome.moreFills() ? 1 : 0);
            out.putU8(outcome.more() ? 1 : 0);
        }

        private void text(final String text) {
            final byte[] characters = text.getBytes(StandardCharsets.UTF_8);
            out.putU16(characters.length);
            out.putBytes(characters);
        }
    }

    private static Copy copy(final PartDecoder in) {
        final int version = in.getI32();
        if (version < WITHOUT_MARKET || version > VERSION) {
            throw new IllegalStateException("the part of the follower orders has version " + version
                    + ", and this build reads " + WITHOUT_MARKET + " to " + VERSION
                    + ": start the build that wrote it, or a newer one");
        }
        return new Reading(in, version).copy();
    }

    private record Reading(PartDecoder in, int version) {
        Copy copy() {
            final long lastId = in.getI64();
            final boolean tellsWoken = version > WITHOUT_TERMS && in.getU8() != 0;
            final int count = in.getI32();
            final List<UserCopy> users = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                users.add(new UserCopy(in.getI64(), in.getI64(), orders(), orders(), fills(), clients()));
            }
            return new Copy(lastId, users, clients(), version > WITHOUT_TERMS, tellsWoken);
        }

        private List<OrderView> orders() {
            final int count = in.getI32();
            final List<OrderView> orders = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                orders.add(order());
            }
            return orders;
        }

        private OrderView order() {
            final int symbol = in.getI32();
            final long orderId = in.getI64();
            final long uid = in.getI64();
            final Side side = Side.of(in.getU8());
            final OrderType type = OrderType.of(in.getU8());
            final boolean isMarket = version != WITHOUT_MARKET && in.getU8() != 0;
            final long price = in.getI64();
            final long size = in.getI64();
            final long remaining = in.getI64();
            final long filled = in.getI64();
            final BigInteger notional = new BigInteger(in.getBytes(in.getU8()));
            final long fees = in.getI64();
            final OrderState state = stateOf(in.getU8());
            final String clientOrderId = textOrNull();
            final long placedNs = in.getI64();
            final long changedNs = in.getI64();
            final long seq = in.getI64();
            final int more = version > WITHOUT_TERMS ? in.getU8() : 0;
            final TriggerMet met = (more & TRIGGERED) == 0 ? null : new TriggerMet(in.getI64(), in.getI64());
            final long reservePrice = (more & EXTRA) == 0 ? 0 : in.getI64();
            final OrderTerms terms = (more & EXTRA) == 0 ? OrderTerms.NONE : terms();
            return new OrderView(
                    symbol,
                    orderId,
                    uid,
                    side,
                    type,
                    isMarket,
                    price,
                    size,
                    remaining,
                    filled,
                    notional,
                    fees,
                    state,
                    clientOrderId,
                    placedNs,
                    changedNs,
                    seq,
                    terms,
                    reservePrice,
                    met,
                    (more & END_MASK) == 0 ? null : OffReason.of(more & END_MASK));
        }

        private OrderTerms terms() {
            final int mask = in.getI32();
            final OrderTerms.Builder terms = OrderTerms.builder();
            for (final Term term : Term.values()) {
                if ((mask & term.mask()) != 0) {
                    terms.set(term, in.getI64());
                }
            }
            return terms.build();
        }

        private List<Fill> fills() {
            final int count = in.getI32();
            final List<Fill> fills = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                fills.add(new Fill(
                        in.getI64(),
                        in.getI32(),
                        in.getI64(),
                        in.getI32(),
                        in.getI64(),
                        in.getI64(),
                        Side.of(in.getU8()),
                        in.getU8() != 0,
                        in.getI64(),
                        in.getI64(),
                        in.getI64()));
            }
            return fills;
        }

        private List<ClientCopy> clients() {
            final int count = in.getI32();
            final List<ClientCopy> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                clients.add(new ClientCopy(in.getI64(), text(), in.getI64(), in.getI64(), outcome()));
            }
            return clients;
        }

        private Outcome outcome() {
            return new Outcome(
                    in.getI64(),
                    in.getI64(),
                    ResultCode.of(in.getI32()),
                    in.getU8() != 0 ? order() : null,
                    fills(),
                    in.getU8() != 0,
                    in.getU8() != 0,
                    List.of());
        }

        private String text() {
            return new String(in.getBytes(in.getU16()), StandardCharsets.UTF_8);
        }

        private @Nullable String textOrNull() {
            final String text = text();
            return text.isEmpty() ? null : text;
        }
    }

    private static int stateCode(final OrderState state) {
        return switch (state) {
            case OPEN -> 1;
            case PARTLY_FILLED -> 2;
            case FILLED -> 3;
            case CANCELLED -> 4;
            case REJECTED -> 5;
        };
    }

    private static OrderState stateOf(final int code) {
        return switch (code) {
            case 1 -> OrderState.OPEN;
            case 2 -> OrderState.PARTLY_FILLED;
            case 3 -> OrderState.FILLED;
            case 4 -> OrderState.CANCELLED;
            case 5 -> OrderState.REJECTED;
            default -> throw new IllegalStateException("the state of an order must be 1 to 5: state=" + code);
        };
    }
}
