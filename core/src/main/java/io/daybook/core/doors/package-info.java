/**
 * Takes commands in: the ring of slots, claims, the fast doors whose writers fill slots, and the safe door that sends
 * records and returns futures. A door refuses misuse before it claims; it decides nothing else.
 */
@NullMarked
package io.daybook.core.doors;

import org.jspecify.annotations.NullMarked;
