package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.feed.ChannelSink;
import io.daybook.feed.FeedFold;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** No user, order id, cookie or tag of a run is in any byte of its feed, in either byte order. */
@Proves(
        value = "no user, order id, cookie or tag is in any byte of the feed",
        normal = "100,000 messages",
        large = "1,000,000")
class FeedNamesTest {
    private static final int MESSAGES =
            Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 10_000 : 100_000;
    private static final long SEED = Long.getLong("daybook.seed", 23);
    private static final int USERS = 20;
    private static final int ORDERS = 400;

    /**
     * The smallest user, order id and cookie. Prices, sizes, references and times are smaller, so that these names
     * cannot be found by chance.
     */
    private static final long LEAST_NAME = 1L << 52;

    private final SplittableRandom dice = new SplittableRandom(SEED);
    private final Set<Long> names = new HashSet<>();
    private final long[] uids = new long[USERS];
    private final long[] orders = new long[ORDERS];
    private final Searched searched = new Searched();
    private final FeedFold fold = new FeedFold(2, searched, searched);
    private final EngineHost host = new EngineHost(
            new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, false), new EventRing(1024)));
    private final SlotResultView view = new SlotResultView();
    private final CommandSlot slot = new CommandSlot();

    private long newName() {
        final long name = LEAST_NAME + dice.nextLong(Long.MAX_VALUE - LEAST_NAME);
        names.add(name);
        return name;
    }

    private void send(final Command command) {
        slot.clear();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        slot.cookie(newName());
        final byte[] tag = ByteBuffer.allocate(Long.BYTES).putLong(newName()).array();
        slot.tag(tag, 0, tag.length);
        host.apply(slot, host.seq() + 1, (applied, seq, timeNs) -> {
            view.wrap(applied, seq, timeNs);
            fold.onResult(view, false);
        });
    }

    @Test
    void shouldNameNobody() {
        send(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()));
        send(new AddSymbol(SymbolSpec.exchangePair(2, 10, 20).build()));
        for (int i = 0; i < USERS; i++) {
            uids[i] = newName();
            send(AddAccounts.of(Map.of(uids[i], Map.of(10, 1L << 50, 20, 1L << 50))));
        }
        while (searched.messages < MESSAGES) {
            final int at = dice.nextInt(ORDERS);
            final int symbol = 1 + at % 2;
            final long uid = uids[at % USERS];
            switch (dice.nextInt(8)) {
                case 0 -> send(new CancelOrder(uid, symbol, orders[at]));
                case 1 -> send(new MoveOrder(uid, symbol, orders[at], price()));
                case 2 -> {
                    final long id = newName();
                    send(new ReplaceOrder(uid, symbol, orders[at], id, price(), 1 + dice.nextInt(90), 0, 0, 0));
                    orders[at] = id;
                }
                case 3 -> send(new MassCancel(uid, dice.nextInt(3), null, false, false));
                default -> {
                    orders[at] = newName();
                    send(order(uid, symbol, orders[at]));
                }
            }
        }
        assertTrue(names.size() > USERS + ORDERS);
    }

    private long price() {
        return 900 + dice.nextInt(200);
    }

    private PlaceOrder order(final long uid, final int symbol, final long id) {
        final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
        final long price = price();
        final PlaceOrder plain = PlaceOrder.gtc(uid, symbol, id, side, price, 10 + dice.nextInt(50));
        final OrderTerms.Builder terms = OrderTerms.builder();
        return switch (dice.nextInt(8)) {
            case 0 -> plain.withTerms(terms.display(4).build());
            case 1 -> plain.withTerms(terms.hidden().build());
            case 2 ->
                plain.withTerms(terms.trigger(price, side == Side.BID ? TriggerWhen.RISES : TriggerWhen.FALLS)
                        .build());
            case 3 ->
                side == Side.ASK
                        ? plain
                        : plain.withTerms(
                                terms.exit(newName(), price + 300, 0, 0).build());
            default -> plain;
        };
    }

    /** Compares each sequence of eight bytes in each message with all names. */
    private final class Searched implements ChannelSink {
        private int messages;

        @Override
        public void onMessage(
                final int channel,
                final long number,
                final byte[] bytes,
                final int offset,
                final int length,
                final boolean replayed) {
            messages++;
            final ByteBuffer message = ByteBuffer.wrap(Arrays.copyOfRange(bytes, offset, offset + length));
            for (int at = 0; at <= length - Long.BYTES; at++) {
                final long value = message.getLong(at);
                assertFalse(
                        names.contains(value) || names.contains(Long.reverseBytes(value)),
                        () -> "a private value in message " + number + " of channel " + channel + ", seed=" + SEED);
            }
        }
    }
}
