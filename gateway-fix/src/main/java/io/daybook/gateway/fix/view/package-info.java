/**
 * The data that a session can read besides its orders: listings (x), the state of symbols (g), positions (AN), money
 * (BB), and market data (V), each a handler for the door. Answers come from queries of the exchange; nothing here is
 * journaled.
 */
@NullMarked
package io.daybook.gateway.fix.view;

import org.jspecify.annotations.NullMarked;
