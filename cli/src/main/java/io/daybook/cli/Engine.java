package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;

/** Starts exchanges. */
interface Engine {

    /**
     * Starts one, recovering what its journal holds.
     *
     * @throws CommandFailure saying in one line why it does not start
     */
    Exchange start(ExchangeConfig config) throws CommandFailure;
}
