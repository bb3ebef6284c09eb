package io.daybook.testvenue;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The Java client of the TCP door, logged in as one of the traders that the venue's first line of output names. */
public final class TcpTrader implements ClientListener, AutoCloseable {
    /** The usual heartbeat interval: long enough that a stall of some seconds does not end a session. */
    public static final int USUAL_HEARTBEAT_MS = 20_000;

    private static final int BTC_EUR = 1;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final DaybookClient client;
    private final long uid;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    TcpTrader(final Running venue, final String name) throws IOException {
        this(venue, name, USUAL_HEARTBEAT_MS);
    }

    /** Creates a trader that considers the venue silent after two of these intervals. */
    TcpTrader(final Running venue, final String name, final int heartbeatMs) throws IOException {
        this(
                venue.line("tcp"),
                Long.parseLong(Running.member(venue.trader(name), "uid")),
                Running.member(session(venue, name), "session"),
                Running.member(session(venue, name), "secret"),
                heartbeatMs);
    }

    private static String session(final Running venue, final String name) {
        return venue.trader(name).substring(venue.trader(name).indexOf("\"tcp\""));
    }

    /** Creates a trader that logs on to a session, which trades for a user. */
    public TcpTrader(
            final String address, final long uid, final String session, final String secret, final int heartbeatMs)
            throws IOException {
        this.uid = uid;
        this.client = DaybookClient.builder()
                .address("127.0.0.1", Integer.parseInt(address.replaceAll(".*:", "")))
                .session(Integer.parseInt(session), secret)
                .nextOut(1)
                .heartbeatMs(heartbeatMs)
                .listener(this)
                .connect();
    }

    /** Sends an order with a limit, in ticks and lots; returns the number of the request. */
    public long place(final Side side, final long price, final long size) {
        return place(new OrderHandle(), side, price, size);
    }

    /** Sends an order with a limit, under a handle. */
    public long place(final OrderHandle order, final Side side, final long price, final long size) {
        return client.place(order, uid, BTC_EUR, side, OrderType.GTC, price, size);
    }

    public DaybookClient client() {
        return client;
    }

    /** Waits until an event with this text has come. */
    public void await(final String wanted) {
        final long beganNs = System.nanoTime();
        while (!heard.contains(wanted)) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError(wanted + " has not come: " + heard);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Waits until a request is answered, whatever the answer. */
    public void awaitAnswer(final long request) {
        final long beganNs = System.nanoTime();
        while (heard.stream().noneMatch(line -> line.startsWith("answer " + request + " "))) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError("request " + request + " was not answered: " + heard);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    public List<String> heard() {
        return heard;
    }

    @Override
    public void onAnswer(final Answer answer) {
        heard.add("answer " + answer.request() + (answer.isSuccess() ? " done" : " refused " + answer.code()));
    }

    @Override
    public void onFill(final Fill fill) {
        heard.add("fill " + fill.size() + " at " + fill.price());
    }

    @Override
    public void onHistoryLost(final String why) {
        heard.add("history lost: " + why);
    }

    @Override
    public void onOff(final Off off) {
        heard.add("off " + off.size());
    }

    @Override
    public void onDisconnected(final String why) {
        heard.add("disconnected");
    }

    @Override
    public void onNotCarriedOut(final long request) {
        heard.add("not carried out " + request);
    }

    @Override
    public void close() {
        client.close();
    }
}
