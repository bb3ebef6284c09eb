package io.daybook.cli.exchange;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.cli.console.CommandFailure;
import io.daybook.host.storage.JournalStorage;

/** Starts exchanges. */
public interface Engine {

    /**
     * Starts one, recovering what its journal holds.
     *
     * @param storage where the folder of its journal is
     * @param listeners get every result
     * @throws CommandFailure saying in one line why it does not start
     */
    Exchange start(JournalStorage storage, ExchangeConfig config, ExchangeListener... listeners) throws CommandFailure;
}
