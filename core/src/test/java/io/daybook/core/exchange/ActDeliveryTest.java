package io.daybook.core.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.ActCause;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderType;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Delivery names the taker of each trade of a command with acts. The test writes the acts by hand. */
@Proves("a command of many events is delivered whole, even if they spill out of the ring, and after a recovery")
class ActDeliveryTest {

    @Test
    void shouldTellTheTakerOfEachTrade() {
        final List<String> trades = new ArrayList<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onTrade(final ResultView result, final EventView trade) {
                trades.add("#" + trade.takerOrderId() + " of " + trade.takerUid() + " " + trade.takerSideCode());
            }
        };
        final ResultDelivery delivery = new ResultDelivery(
                new Listeners(listener, listener), new ListenerErrors(Clock.system()), null, new Numbering(0, 0));
        final CompletableFuture<CommandResult> future = new CompletableFuture<>();
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.orderId(4);
        slot.uid(30);
        slot.side(Side.BID.code());
        slot.completion(future);
        final EventRing events = new EventRing(2);
        events.begin();
        events.trade(1, 2, 20, 0, 0, 104, 5, 5, 0);
        events.act(ActCause.TRIGGER.code(), 1, 10, 0, Side.ASK.code(), OrderType.IOC.code(), 90, 0, 7, 0, 7);
        events.trade(2, 3, 20, 0, 0, 95, 7, 1, 0);
        events.endAct(0, 0);
        events.end(slot);

        delivery.deliver(slot);

        final List<String> once = List.of("#4 of 30 1", "#1 of 10 2");
        assertEquals(once, trades.subList(0, 2));
        assertEquals(once, trades.subList(2, 4));
        assertEquals(
                List.of(EventKind.TRADE, EventKind.ACT, EventKind.TRADE),
                future.join().events().stream().map(event -> event.kind()).toList());
    }
}
