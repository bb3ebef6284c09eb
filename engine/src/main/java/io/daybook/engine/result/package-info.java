/**
 * Results as bytes: for followers, files and wires, and to compare live results with those of a replay. Encoder and
 * decoder are side by side. The package depends on no files and no rules of the exchange.
 */
@NullMarked
package io.daybook.engine.result;

import org.jspecify.annotations.NullMarked;
