import io.daybook.client.Answer;
import io.daybook.client.ClientException;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Welcome;
import java.nio.file.Files;
import java.nio.file.Path;

/** Continues where it stopped, places an order if one is given, prints what happens to it, and logs out. */
public final class Trade implements ClientListener {
    private volatile long nextOut;
    private volatile long answered;
    private long order;
    private int fillsToCome;

    public static void main(String[] arguments) throws Exception {
        int session = Integer.parseInt(arguments[0]);
        String secret = Files.readAllLines(Path.of(arguments[1])).get(0).replaceFirst("^secret: *", "");
        long uid = Long.parseLong(arguments[2]);
        Trade trade = new Trade();
        try (DaybookClient client = DaybookClient.builder()
                .address("127.0.0.1", 8441)
                .session(session, secret)
                .nextOutFile(Path.of("session-" + session + ".next"))
                .connectTimeoutMs(3_000)
                .listener(trade)
                .connect()) {
            while (client.nextOut() < trade.nextOut) {
                Thread.sleep(10); // receives the messages that this program has missed
            }
            if (arguments.length > 3) {
                Side side = arguments[3].equals("bid") ? Side.BID : Side.ASK;
                long size = Long.parseLong(arguments[4]);
                long price = Long.parseLong(arguments[5]);
                long order = client.place(new OrderHandle(), uid, 1, side, OrderType.GTC, price, size);
                while (trade.answered != order) {
                    Thread.sleep(10);
                }
            }
        } catch (ClientException e) {
            System.err.println("no login on 127.0.0.1:8441, where daybook serve listens with the example's"
                    + " daybook.toml: " + e.getMessage());
            System.exit(1);
        }
    }

    @Override
    public void onWelcome(Welcome welcome) {
        nextOut = welcome.nextOut();
    }

    @Override
    public void onAnswer(Answer answer) {
        if (!answer.isSuccess()) {
            System.out.println("order " + answer.orderId() + ": refused with code " + answer.code());
        } else if (answer.remaining() > 0) {
            System.out.println("order " + answer.orderId() + ": " + answer.remaining() + " lots rest");
        }
        order = answer.orderId();
        fillsToCome = answer.fills();
        heard();
    }

    @Override
    public void onFill(Fill fill) {
        System.out.println("order " + fill.orderId() + ": traded " + fill.size() + " lots at " + fill.price()
                + (fill.remaining() > 0 ? ", " + fill.remaining() + " left" : ""));
        fillsToCome -= fill.isMaker() ? 0 : 1;
        heard();
    }

    @Override
    public void onOff(Off off) {
        System.out.println("order " + off.orderId() + ": " + off.size() + " lots are off the book");
    }

    @Override
    public void onNotCarriedOut(long request) {
        System.out.println("request " + request + " was never carried out");
    }

    @Override
    public void onHistoryLost(String why) {
        System.out.println("compare with the venue by hand: " + why);
    }

    /** Notes an answer once all its fills have come. */
    private void heard() {
        if (fillsToCome == 0) {
            answered = order;
        }
    }
}
