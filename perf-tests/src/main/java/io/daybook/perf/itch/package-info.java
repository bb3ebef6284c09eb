/** Files of ITCH 5.0 that nobody traded, from a seed, for measuring how fast they are read. */
@NullMarked
package io.daybook.perf.itch;

import org.jspecify.annotations.NullMarked;
