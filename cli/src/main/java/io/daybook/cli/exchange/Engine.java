package io.daybook.cli.exchange;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.cli.console.CommandFailure;
import io.daybook.host.storage.JournalStorage;

/** Starts exchanges. */
public interface Engine {

    /**
     * Starts an exchange, and recovers the state of its journal.
     *
     * @param storage the storage with the folder of its journal
     * @param listeners receive every result
     * @throws CommandFailure with the reason on one line if the exchange does not start
     */
    Exchange start(JournalStorage storage, ExchangeConfig config, ExchangeListener... listeners) throws CommandFailure;
}
