package io.daybook.risk;

/**
 * The settings that can change a result code; fixed when a journal is created.
 *
 * @param marginTrading whether orders for futures are accepted
 * @param resetAllowed whether a reset is carried out
 */
public record RiskConfig(boolean marginTrading, boolean resetAllowed) {}
