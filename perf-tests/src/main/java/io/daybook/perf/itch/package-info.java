/** Synthetic files of ITCH 5.0, from a seed, for measuring the speed of readers. */
@NullMarked
package io.daybook.perf.itch;

import org.jspecify.annotations.NullMarked;
