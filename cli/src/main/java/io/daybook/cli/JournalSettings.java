package io.daybook.cli;

import io.daybook.api.ExchangeConfig;
import io.daybook.journal.JournalStat;
import java.util.List;

/**
 * The settings that a journal folder was made with and keeps, because they can change results.
 *
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 */
record JournalSettings(boolean marginTrading, boolean resetAllowed) {
    private static final String MARGIN_OFF = "margin-trading=off";
    private static final String RESET_ON = "reset-allowed=on";

    static JournalSettings of(final JournalStat stat) {
        final List<String> settings = List.of(stat.settings().split(" "));
        return new JournalSettings(!settings.contains(MARGIN_OFF), settings.contains(RESET_ON));
    }

    /** A configuration that the folder takes. */
    ExchangeConfig.Builder config() {
        return ExchangeConfig.builder().marginTrading(marginTrading).resetAllowed(resetAllowed);
    }
}
