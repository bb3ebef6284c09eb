/**
 * Result codes in words: the meaning of each, the way out, and for one refusal the numbers that decided. The package
 * uses only the public API and changes nothing.
 */
@NullMarked
package io.daybook.cli.explain;

import org.jspecify.annotations.NullMarked;
