package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;

/** Starts exchanges. */
interface Engine {

    /**
     * Starts one, recovering what its journal holds.
     *
     * @param listeners hear of everything
     * @throws CommandFailure saying in one line why it does not start
     */
    Exchange start(ExchangeConfig config, ExchangeListener... listeners) throws CommandFailure;
}
