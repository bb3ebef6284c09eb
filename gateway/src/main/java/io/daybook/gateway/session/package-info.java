/**
 * The sessions of the binary door, over any transport: its session book (a fold over results), messages, fences and
 * requests. Opens no socket; time and disk are given in.
 */
@NullMarked
package io.daybook.gateway.session;

import org.jspecify.annotations.NullMarked;
