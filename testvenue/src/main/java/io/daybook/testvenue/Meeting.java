package io.daybook.testvenue;

import java.util.Set;

/**
 * A message at a door, on which a fault may act.
 *
 * @param door http, spot, ws, tcp or fix
 * @param key the user of the key or session; empty without a user
 * @param routes the names of the message for faults: a route, a channel, the type of a message
 * @param symbol a listing; empty for none
 * @param clientOrderId empty for none
 * @param seq the seq of the last command that was delivered
 */
record Meeting(String door, String key, Set<String> routes, String symbol, String clientOrderId, long seq) {}
