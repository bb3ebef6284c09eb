/**
 * Results as bytes: for followers, files and wires, and to compare what was told live with what a replay tells. Encoder
 * and decoder live side by side. It knows no files and no rules of the exchange.
 */
@NullMarked
package io.daybook.engine.result;

import org.jspecify.annotations.NullMarked;
