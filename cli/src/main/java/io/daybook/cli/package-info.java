/** The {@code daybook} command: scenario files in, results out, journals read, real order flow imported. */
@NullMarked
package io.daybook.cli;

import org.jspecify.annotations.NullMarked;
