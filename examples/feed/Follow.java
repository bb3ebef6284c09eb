import io.daybook.client.FeedClient;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;

/** Prints the best prices and the trades of all symbols of channel 0, until a given number of trades has come. */
public final class Follow implements FeedListener {
    private final CountDownLatch trades;

    private Follow(int trades) {
        this.trades = new CountDownLatch(trades);
    }

    public static void main(String[] arguments) throws Exception {
        Follow follow = new Follow(Integer.parseInt(arguments[0]));
        try (FeedClient client = FeedClient.builder()
                .channels(0)
                .lineA(new InetSocketAddress("127.0.0.1", 15000))
                .snapshots(new InetSocketAddress("127.0.0.1", 17000))
                .requests(new InetSocketAddress("127.0.0.1", 18000))
                .listener(follow)
                .start()) {
            follow.trades.await();
        }
    }

    @Override
    public void onFresh(int symbol) {
        System.out.println("symbol " + symbol + ": the book matches the exchange's");
    }

    @Override
    public void onTop(int symbol, long bidPrice, long bidSize, long askPrice, long askSize) {
        String bid = side(bidSize, bidPrice);
        System.out.println("symbol " + symbol + ": bid " + bid + ", ask " + side(askSize, askPrice));
    }

    /** A size in lots at a price in ticks; a side without orders has no price. */
    private static String side(long size, long price) {
        return size == 0 ? "none" : size + " at " + price;
    }

    @Override
    public void onTrade(int symbol, long tradeId, long price, long size, int takerSide, int flags) {
        System.out.println("symbol " + symbol + ": traded " + size + " at " + price);
        trades.countDown();
    }

    @Override
    public void onStale(int channel) {
        System.out.println("channel " + channel + ": its books may be wrong, wait");
    }

    @Override
    public void onMismatch(Mismatch mismatch, int template, int symbol, long reference) {
        System.out.println("symbol " + symbol + ": a message that contradicts the book: " + mismatch);
    }
}
