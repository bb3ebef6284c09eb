/**
 * A recorded day as a market for a trading program: the messages of the day, the program's orders and its answers come
 * in the order of their times. It decides nothing about orders; {@link io.daybook.flow.market} has the rules.
 */
@NullMarked
package io.daybook.backtest;

import org.jspecify.annotations.NullMarked;
