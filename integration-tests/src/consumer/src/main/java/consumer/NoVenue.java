package consumer;

import io.daybook.client.*;

/** A trading program that finds no venue. */
public class NoVenue implements ClientListener {
    public static void main(String[] args) throws Exception {
        DaybookClient.Builder builder = DaybookClient.builder()
                .address("127.0.0.1", Integer.parseInt(args[0]))
                .session(17, "secret")
                .nextOut(0)
                .connectTimeoutMs(300)
                .listener(new NoVenue());
        try (DaybookClient client = builder.connect()) {
            client.place(new OrderHandle(), 301, 1, Side.BID, OrderType.GTC, 5, 10);
        } catch (ClientException e) {
            System.out.println("no venue: " + e.getMessage());
        }
    }

    @Override
    public void onAnswer(Answer answer) {
        System.out.println("order " + answer.orderId() + ": " + answer.remaining());
    }

    @Override
    public void onFill(Fill fill) {}

    @Override
    public void onOff(Off off) {}

    @Override
    public void onNotCarriedOut(long request) {}

    @Override
    public void onHistoryLost(String why) {}
}
