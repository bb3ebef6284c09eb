/**
 * Result codes in words: what each means, what to do, and, for one refusal, the numbers that decided. It knows the
 * public API alone and changes nothing.
 */
@NullMarked
package io.daybook.cli.explain;

import org.jspecify.annotations.NullMarked;
