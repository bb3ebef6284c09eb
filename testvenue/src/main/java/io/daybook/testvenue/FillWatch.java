package io.daybook.testvenue;

import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import java.util.function.Consumer;

/** Listens for resting orders, on a thread of the exchange. */
final class FillWatch implements ExchangeListener {
    private volatile Consumer<Rested> heard = rested -> {};

    /** An order that was placed and rests. */
    record Rested(long uid, int symbol, long orderId) {}

    void heard(final Consumer<Rested> listener) {
        heard = listener;
    }

    @Override
    public void onResult(final ResultView result) {
        if (result.typeCode() == CommandType.PLACE_ORDER.code() && result.isSuccess() && result.rests()) {
            heard.accept(new Rested(result.uid(), result.symbol(), result.orderId()));
        }
    }
}
