package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.TriggerWhen;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One cell of the walk: one door, and a book that no other cell uses, with users A to H. The ids of orders are local to
 * the cell.
 */
final class WalkScene {
    final WalkDoor door;
    final int symbol;

    /**
     * The reasons for which lots ended in this cell, each as {@code END is WORD} with the word in the report of the
     * door.
     */
    final Set<String> words = new TreeSet<>();

    WalkScene(final WalkDoor door, final int row) {
        this.door = door;
        this.symbol = door.symbol(row);
    }

    PlaceOrder bid(final char user, final long id, final long size, final long price) {
        return PlaceOrder.gtc(door.uid(user), symbol, id, Side.BID, price, size);
    }

    PlaceOrder ask(final char user, final long id, final long size, final long price) {
        return PlaceOrder.gtc(door.uid(user), symbol, id, Side.ASK, price, size);
    }

    static OrderTerms.Builder terms() {
        return OrderTerms.builder();
    }

    static OrderTerms falls(final long trigger) {
        return terms().trigger(trigger, TriggerWhen.FALLS).build();
    }

    void ok(final Command command) throws Exception {
        assertEquals("SUCCESS", door.send(command), command::toString);
    }

    void refused(final ResultCode code, final Command command) throws Exception {
        final String answer = door.send(command);
        assertTrue(door.refuses(answer, code), () -> command + ": expected " + code + ", but the answer is " + answer);
    }

    /** Buys as user B with an IOC order. */
    void buy(final long id, final long size, final long price) throws Exception {
        ok(bid('B', id, size, price).withType(OrderType.IOC));
    }

    /** Sells as user B with an IOC order. */
    void sell(final long id, final long size, final long price) throws Exception {
        ok(ask('B', id, size, price).withType(OrderType.IOC));
    }

    /** Makes a price the last price: H buys one lot from B. */
    void trade(final long id, final long price) throws Exception {
        ok(bid('H', id, 1, price));
        ok(ask('B', id + 1, 1, price).withType(OrderType.IOC));
        traded(id, 1);
    }

    void cancel(final char user, final long id) throws Exception {
        ok(new CancelOrder(door.uid(user), symbol, id));
    }

    void move(final char user, final long id, final long price) throws Exception {
        ok(new MoveOrder(door.uid(user), symbol, id, price));
    }

    void reduce(final char user, final long id, final long size) throws Exception {
        ok(new ReduceOrder(door.uid(user), symbol, id, size));
    }

    void replace(final char user, final long id, final long size, final long price) throws Exception {
        ok(ReplaceOrder.of(door.uid(user), symbol, id, price, size));
    }

    MassCancel massCancel(
            final char user, final @Nullable Side side, final boolean isFlagged, final boolean isSuspended) {
        return new MassCancel(door.uid(user), isSuspended ? 0 : symbol, side, isFlagged, isSuspended);
    }

    /** Waits until the owner has reports of trades of this many lots, and of no more. */
    void traded(final long id, final long lots) throws Exception {
        door.await(symbol, id, "traded " + lots, heard -> heard.traded == lots);
    }

    /** Waits until the owner has a report that this many lots are left. */
    void left(final long id, final long lots) throws Exception {
        door.await(symbol, id, "left " + lots, heard -> heard.left == lots);
    }

    /** Waits until the door has reported to the owner that this many lots rested; they may have traded since. */
    void rested(final long id, final long lots) throws Exception {
        door.await(symbol, id, "rested " + lots, heard -> heard.rested == lots);
    }

    /** Waits until the door shows an order with these terms. */
    void shown(final char user, final long id, final String terms) throws Exception {
        door.awaitShown(new WalkDoor.Shown(door.uid(user), symbol, id, terms));
    }

    /** Waits until the owner has a report with the reason why lots ended. */
    void ended(final long id, final WalkDoor.End end) throws Exception {
        final String word = door.word(end);
        door.await(symbol, id, word, heard -> heard.words.stream().anyMatch(said -> said.matches(word)));
        words.add(end + " is " + door.lastWord(symbol, id));
    }
}
