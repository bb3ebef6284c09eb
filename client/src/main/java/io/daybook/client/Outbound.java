package io.daybook.client;

import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.EmptyDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.MassCancelDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.PlaceTermsDescriptor;
import io.daybook.wire.ReplaceDescriptor;
import io.daybook.wire.StatusDescriptor;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers commands and encodes them, for any thread; the I/O thread takes the bytes. Unanswered requests need no list:
 * their numbers are dense, so two numbers describe them.
 */
final class Outbound {
    /** The number of lossy reconnects that are kept to judge handles; older handles count as stale. */
    private static final int REMEMBERED = 64;

    private final Object lock = new Object();
    private final int session;
    private final int maxInFlight;
    private final byte[] bytes;
    /** Times requests; null if this is off. */
    private final @Nullable ClientHops hops;

    /** The connections after which requests were handed back. */
    private final int[] lossyConnections = new int[REMEMBERED];

    /** The last request of each of these connections that was not handed back. */
    private final long[] keptRequests = new long[REMEMBERED];

    private int lossyCount;
    private int length;
    private boolean open;
    private int connection;
    private long nextRequest = 1;
    /** No request up to this one is in flight. Written by the I/O thread. */
    private volatile long settled;

    Outbound(final int session, final int maxInFlight, final int capacity, final @Nullable ClientHops hops) {
        this.session = session;
        this.maxInFlight = maxInFlight;
        bytes = new byte[capacity];
        this.hops = hops;
    }

    int capacity() {
        return bytes.length;
    }

    /** Handles the loss of the connection: refuses commands, and drops the bytes that were not taken. */
    void close() {
        synchronized (lock) {
            open = false;
            length = 0;
        }
    }

    /** Refuses commands, and sends a logout after the waiting ones. */
    void logout() {
        synchronized (lock) {
            open = false;
            length += EmptyDescriptor.encodeLogout(bytes, length);
        }
    }

    void heartbeat() {
        synchronized (lock) {
            if (length == 0) {
                length += EmptyDescriptor.encodeHeartbeat(bytes, length);
            }
        }
    }

    /** The last request that received a number. Called by the I/O thread. */
    long lastRequest() {
        synchronized (lock) {
            return nextRequest - 1;
        }
    }

    /** Called when a connection is welcomed: numbers continue after {@code lastRequest}, and commands are accepted. */
    void open(final long lastRequest) {
        synchronized (lock) {
            if (nextRequest - 1 > lastRequest) {
                rememberLoss(lastRequest);
            }
            connection++;
            nextRequest = lastRequest + 1;
            settled = lastRequest;
            length = 0;
            open = true;
            if (hops != null) {
                hops.opened(lastRequest);
            }
        }
    }

    /** Stores a loss. A loss that kept the same requests as the one before it replaces that one for all handles. */
    private void rememberLoss(final long kept) {
        if (lossyCount == 0 || keptRequests[(lossyCount - 1) % REMEMBERED] != kept) {
            lossyCount++;
        }
        lossyConnections[(lossyCount - 1) % REMEMBERED] = connection;
        keptRequests[(lossyCount - 1) % REMEMBERED] = kept;
    }

    /** Called by the I/O thread when an answer has come. */
    void settle(final long request) {
        if (request > settled) {
            settled = request;
        }
    }

    boolean isEmpty() {
        synchronized (lock) {
            return length == 0;
        }
    }

    /** Moves the waiting bytes to a target, which has room for all. */
    void drainTo(final ByteBuffer target) {
        synchronized (lock) {
            target.put(bytes, 0, length);
            length = 0;
            if (hops != null) {
                hops.taken(nextRequest - 1);
            }
        }
    }

    long place(
            final OrderHandle handle,
            final long uid,
            final int symbol,
            final Side side,
            final OrderType type,
            final long price,
            final long size,
            final long reserve,
            final @Nullable OrderTerms terms) {
        final int sideCode = side.code(); // a missing argument throws before a number is taken
        final int typeCode = type.code();
        Objects.requireNonNull(handle, "handle");
        synchronized (lock) {
            final long request = claim();
            if (request < 0) {
                return request;
            }
            length += terms == null || terms.mask() == 0
                    ? PlaceDescriptor.encode(
                            bytes, length, request, uid, symbol, sideCode, typeCode, price, size, reserve)
                    : PlaceTermsDescriptor.encode(
                            bytes,
                            length,
                            request,
                            uid,
                            symbol,
                            sideCode,
                            typeCode,
                            price,
                            size,
                            reserve,
                            terms.mask(),
                            terms.values());
            final long orderId = OrderNumbers.cookie(session, request);
            handle.set(uid, symbol, orderId, connection);
            return orderId;
        }
    }

    long move(final OrderHandle order, final long price) {
        synchronized (lock) {
            final long request = claim(order);
            if (request > 0) {
                length += ChangeDescriptor.encodeMove(
                        bytes, length, request, order.uid(), order.symbol(), order.orderId(), price);
            }
            return request;
        }
    }

    long reduce(final OrderHandle order, final long size) {
        synchronized (lock) {
            final long request = claim(order);
            if (request > 0) {
                length += ChangeDescriptor.encodeReduce(
                        bytes, length, request, order.uid(), order.symbol(), order.orderId(), size);
            }
            return request;
        }
    }

    long cancel(final OrderHandle order) {
        synchronized (lock) {
            final long request = claim(order);
            if (request > 0) {
                length += ChangeDescriptor.encodeCancel(
                        bytes, length, request, order.uid(), order.symbol(), order.orderId());
            }
            return request;
        }
    }

    long replace(
            final OrderHandle order,
            final long price,
            final long size,
            final long reserve,
            final long trigger,
            final long stopPrice) {
        synchronized (lock) {
            final long request = claim(order);
            if (request > 0) {
                length += ReplaceDescriptor.encode(
                        bytes,
                        length,
                        request,
                        order.uid(),
                        order.symbol(),
                        order.orderId(),
                        price,
                        size,
                        reserve,
                        trigger,
                        stopPrice);
            }
            return request;
        }
    }

    long massCancel(
            final long uid, final int symbol, final @Nullable Side side, final boolean flagged, final boolean suspend) {
        synchronized (lock) {
            final long request = claim();
            if (request > 0) {
                length += MassCancelDescriptor.encode(
                        bytes, length, request, uid, symbol, side == null ? 0 : side.code(), flagged, suspend);
            }
            return request;
        }
    }

    long status(final long id, final long orderId) {
        synchronized (lock) {
            final long refusal = refusal();
            if (refusal != 0) {
                return refusal;
            }
            length += StatusDescriptor.encode(bytes, length, id, orderId);
            return id;
        }
    }

    private long claim(final OrderHandle order) {
        return isStale(order) ? DaybookClient.STALE : claim();
    }

    private long claim() {
        final long refusal = refusal();
        if (refusal != 0) {
            return refusal;
        }
        if (nextRequest - 1 - settled >= maxInFlight || nextRequest > OrderNumbers.MAX_REQUEST) {
            return DaybookClient.FULL;
        }
        if (hops != null) {
            hops.decided(nextRequest);
        }
        return nextRequest++;
    }

    private long refusal() {
        if (!open) {
            return DaybookClient.NOT_CONNECTED;
        }
        return length + Frame.MAX_LENGTH > bytes.length ? DaybookClient.FULL : 0;
    }

    /**
     * Returns whether the handle is useless: its order was never placed; or was handed back, because the first lossy
     * reconnect after it kept only lower requests; or too many losses came since to decide.
     */
    private boolean isStale(final OrderHandle order) {
        if (order.orderId() == 0) {
            return true;
        }
        if (order.connection() == OrderHandle.KNOWN) {
            return false;
        }
        final long request = OrderNumbers.request(order.orderId());
        final int oldest = Math.max(0, lossyCount - REMEMBERED);
        if (oldest > 0 && order.connection() <= lossyConnections[oldest % REMEMBERED]) {
            return true;
        }
        for (int i = oldest; i < lossyCount; i++) {
            if (order.connection() <= lossyConnections[i % REMEMBERED]) {
                return request > keptRequests[i % REMEMBERED];
            }
        }
        return false;
    }
}
