/**
 * The binary encoding of commands, as in journal frames, and the conversion between slots and command records. Encode
 * and decode are side by side. The package depends on no files and no rules of the exchange.
 */
@NullMarked
package io.daybook.engine.codec;

import org.jspecify.annotations.NullMarked;
