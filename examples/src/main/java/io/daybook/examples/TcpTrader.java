package io.daybook.examples;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Trade over TCP: place a bid, move its price, cancel it. Run it again, even after killing it: the file keeps the
 * position in the stream, and the venue sends the messages from there on.
 *
 * <p>Arguments: the venue's port on this machine, the session, its secret, the user, the file.
 */
public final class TcpTrader implements ClientListener {
    private static final int SYMBOL = 1;

    private final PrintStream out;

    private TcpTrader(final PrintStream out) {
        this.out = out;
    }

    public static void main(final String[] args) throws IOException {
        final DaybookClient.Builder venue = DaybookClient.builder()
                .address("127.0.0.1", Integer.parseInt(args[0]))
                .session(Integer.parseInt(args[1]), args[2])
                .nextOutFile(Path.of(args[4]));
        trade(venue, Long.parseLong(args[3]), System.out);
    }

    static void trade(final DaybookClient.Builder venue, final long uid, final PrintStream out) throws IOException {
        try (DaybookClient client = venue.listener(new TcpTrader(out)).connect()) {
            final OrderHandle bid = new OrderHandle();
            out.println("order " + client.place(bid, uid, SYMBOL, Side.BID, OrderType.GTC, 100, 5));
            client.move(bid, 99);
            client.cancel(bid);
        } // logs out, and returns once all requests are answered
    }

    @Override
    public void onAnswer(final Answer answer) {
        out.println("request " + answer.request() + (answer.isSuccess() ? " done" : " refused, " + answer.code()));
    }

    @Override
    public void onFill(final Fill fill) {
        out.println("traded " + fill.size() + " at " + fill.price());
    }

    @Override
    public void onOff(final Off off) {
        out.println(off.size() + " lots are off the book");
    }

    @Override
    public void onNotCarriedOut(final long request) {
        out.println("request " + request + " was never carried out; send it again if you still want it");
    }

    @Override
    public void onHistoryLost(final String why) {
        out.println("stop, and ask the venue: " + why);
    }
}
