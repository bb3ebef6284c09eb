/**
 * The binary encoding of commands, as in journal frames, and the conversion between slots and command records. Encode
 * and decode live side by side. It knows no files and no rules of the exchange.
 */
@NullMarked
package io.daybook.engine.codec;

import org.jspecify.annotations.NullMarked;
