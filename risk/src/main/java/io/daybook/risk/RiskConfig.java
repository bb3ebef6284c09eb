package io.daybook.risk;

/**
 * The settings that can change a result code; fixed when a journal is made.
 *
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 */
public record RiskConfig(boolean marginTrading, boolean resetAllowed) {}
