package io.daybook.server.orders;

import io.daybook.api.FollowerPart;
import io.daybook.api.OrderType;
import io.daybook.api.PartReader;
import io.daybook.api.PartWriter;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The book of orders in a snapshot, big-endian; lists begin with their count, texts as
 * {@link DataOutputStream#writeUTF} has them.
 *
 * <pre>
 * version i32, last id i64
 * users, each: uid i64, last update i64, live orders, closed orders, fills, client ids of live orders
 * client ids of closed orders, the oldest first
 *
 * order:     symbol i32, id, uid i64, side, type u8, price, size, remaining, filled i64, notional (length u8, bytes),
 *            fees i64, state u8, client id (empty for none), placed, changed, seq i64
 * fill:      seq i64, event i32, time i64, symbol i32, order, trade i64, side u8, maker u8, price, size, fee i64
 * client id: uid i64, text, body hash i64, closed i64, outcome
 * outcome:   seq, time i64, code i32, has order u8, [order], fills, more fills u8, more u8
 * </pre>
 */
final class OrdersPart {
    private static final int VERSION = 1;
    private static final int BUFFER = 1 << 16;

    private OrdersPart() {}

    /** The whole book, immutable. */
    record Copy(long lastId, List<UserCopy> users, List<ClientCopy> closedClients) {}

    /** A user's part of it. */
    record UserCopy(
            long uid,
            long lastUpdate,
            List<OrderView> live,
            List<OrderView> closed,
            List<Fill> fills,
            List<ClientCopy> liveClients) {}

    /** A client id with when its order closed. */
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
        return out -> {
            try (DataOutputStream data = new DataOutputStream(new Pieces(out))) {
                new Writing(data).copy(copy);
            } catch (IOException e) {
                throw new UncheckedIOException("writing to memory", e);
            }
        };
    }

    /** Reads what {@link #of} wrote. */
    static Copy read(final PartReader reader) {
        final byte[] bytes = new byte[Math.toIntExact(reader.length())];
        final int read = reader.read(bytes, 0, bytes.length);
        try (DataInputStream data = new DataInputStream(new ByteArrayInputStream(bytes, 0, read))) {
            return new Reading(data).copy();
        } catch (IOException e) {
            throw new UncheckedIOException("the part of the follower orders ends too early", e);
        }
    }

    /** Hands bytes over in pieces. */
    private static final class Pieces extends OutputStream {
        private final PartWriter out;
        private final byte[] buffer = new byte[BUFFER];
        private int length;

        private Pieces(final PartWriter out) {
            this.out = out;
        }

        @Override
        public void write(final int value) {
            if (length == BUFFER) {
                flush();
            }
            buffer[length++] = (byte) value;
        }

        @Override
        public void flush() {
            out.write(buffer, 0, length);
            length = 0;
        }

        @Override
        public void close() {
            flush();
        }
    }

    private record Writing(DataOutputStream out) {
        void copy(final Copy copy) throws IOException {
            out.writeInt(VERSION);
            out.writeLong(copy.lastId);
            out.writeInt(copy.users.size());
            for (final UserCopy user : copy.users) {
                out.writeLong(user.uid);
                out.writeLong(user.lastUpdate);
                orders(user.live);
                orders(user.closed);
                fills(user.fills);
                clients(user.liveClients);
            }
            clients(copy.closedClients);
        }

        private void orders(final List<OrderView> orders) throws IOException {
            out.writeInt(orders.size());
            for (final OrderView order : orders) {
                order(order);
            }
        }

        private void order(final OrderView order) throws IOException {
            out.writeInt(order.symbol());
            out.writeLong(order.orderId());
            out.writeLong(order.uid());
            out.writeByte(order.side().code());
            out.writeByte(order.type().code());
            out.writeLong(order.price());
            out.writeLong(order.size());
            out.writeLong(order.remaining());
            out.writeLong(order.filled());
            final byte[] notional = order.notional().toByteArray();
            out.writeByte(notional.length);
            out.write(notional);
            out.writeLong(order.fees());
            out.writeByte(stateCode(order.state()));
            final String client = order.clientOrderId();
            out.writeUTF(client == null ? "" : client);
            out.writeLong(order.placedNs());
            out.writeLong(order.changedNs());
            out.writeLong(order.seq());
        }

        private void fills(final List<Fill> fills) throws IOException {
            out.writeInt(fills.size());
            for (final Fill fill : fills) {
                out.writeLong(fill.seq());
                out.writeInt(fill.event());
                out.writeLong(fill.timeNs());
                out.writeInt(fill.symbol());
                out.writeLong(fill.orderId());
                out.writeLong(fill.tradeId());
                out.writeByte(fill.side().code());
                out.writeBoolean(fill.isMaker());
                out.writeLong(fill.price());
                out.writeLong(fill.size());
                out.writeLong(fill.fee());
            }
        }

        private void clients(final List<ClientCopy> clients) throws IOException {
            out.writeInt(clients.size());
            for (final ClientCopy client : clients) {
                out.writeLong(client.uid);
                out.writeUTF(client.clientOrderId);
                out.writeLong(client.bodyHash);
                out.writeLong(client.closedNs);
                outcome(client.first);
            }
        }

        private void outcome(final Outcome outcome) throws IOException {
            out.writeLong(outcome.seq());
            out.writeLong(outcome.timeNs());
            out.writeInt(outcome.code().code());
            final OrderView order = outcome.order();
            out.writeBoolean(order != null);
            if (order != null) {
                order(order);
            }
            fills(outcome.fills());
            out.writeBoolean(outcome.moreFills());
            out.writeBoolean(outcome.more());
        }
    }

    private record Reading(DataInputStream in) {
        Copy copy() throws IOException {
            final int version = in.readInt();
            if (version != VERSION) {
                throw new IllegalStateException("the part of the follower orders is of version " + version
                        + ", and this build reads " + VERSION + ": start the build that wrote it, or a newer one");
            }
            final long lastId = in.readLong();
            final int count = in.readInt();
            final List<UserCopy> users = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                users.add(new UserCopy(in.readLong(), in.readLong(), orders(), orders(), fills(), clients()));
            }
            return new Copy(lastId, users, clients());
        }

        private List<OrderView> orders() throws IOException {
            final int count = in.readInt();
            final List<OrderView> orders = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                orders.add(order());
            }
            return orders;
        }

        private OrderView order() throws IOException {
            return new OrderView(
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    Side.of(in.readByte()),
                    OrderType.of(in.readByte()),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    new BigInteger(in.readNBytes(in.readUnsignedByte())),
                    in.readLong(),
                    stateOf(in.readByte()),
                    text(in.readUTF()),
                    in.readLong(),
                    in.readLong(),
                    in.readLong());
        }

        private List<Fill> fills() throws IOException {
            final int count = in.readInt();
            final List<Fill> fills = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                fills.add(new Fill(
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        in.readLong(),
                        Side.of(in.readByte()),
                        in.readBoolean(),
                        in.readLong(),
                        in.readLong(),
                        in.readLong()));
            }
            return fills;
        }

        private List<ClientCopy> clients() throws IOException {
            final int count = in.readInt();
            final List<ClientCopy> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                clients.add(new ClientCopy(in.readLong(), in.readUTF(), in.readLong(), in.readLong(), outcome()));
            }
            return clients;
        }

        private Outcome outcome() throws IOException {
            return new Outcome(
                    in.readLong(),
                    in.readLong(),
                    ResultCode.of(in.readInt()),
                    in.readBoolean() ? order() : null,
                    fills(),
                    in.readBoolean(),
                    in.readBoolean());
        }

        private static @Nullable String text(final String text) {
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
