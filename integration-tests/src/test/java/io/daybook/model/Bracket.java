package io.daybook.model;

/** An entry order, with the exit order that gets the lots which the entry trades. */
final class Bracket {
    final Order entry;
    final Order exit;
    boolean entryLives = true;
    /** The price of the exit; 0 for none, in which case the exit is dormant. */
    long price;
    /** The trigger of the exit; 0 for none. */
    long trigger;

    long stopPrice;

    Bracket(final Order entry, final Terms.Exit terms) {
        this.entry = entry;
        this.price = terms.price();
        this.trigger = terms.trigger();
        this.stopPrice = terms.stopPrice();
        this.exit = new Order(
                terms.orderId(),
                entry.uid(),
                entry.spec(),
                entry.side().opposite(),
                OrderType.GTC,
                terms.price(),
                Terms.NONE);
        exit.bracket = this;
        exit.stpMode = entry.stpMode;
        exit.stpGroup = entry.stpGroup;
        dressExit();
    }

    /** Gives the exit the type, price and terms with which it enters. */
    void dressExit() {
        exit.type = price == 0 ? OrderType.IOC : OrderType.GTC;
        exit.price = price == 0 ? stopPrice : price;
        exit.terms = Terms.ofExit(
                trigger,
                trigger == 0 ? null : When.stopOf(exit.side()),
                price == 0 ? 0 : stopPrice,
                entry.terms.flagged());
    }

    /** Takes over the prices that a move or a replacement gave the exit. */
    void followExit() {
        if (price == 0) {
            stopPrice = exit.price;
        } else {
            price = exit.price;
            stopPrice = exit.terms.stopPrice();
        }
        trigger = exit.terms.trigger();
    }

    /** The prices of the exit, as a term of the entry. */
    Terms.Exit terms() {
        return new Terms.Exit(exit.orderId, price, trigger, stopPrice);
    }
}
