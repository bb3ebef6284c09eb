/**
 * The measurements themselves. Each is a class whose {@code main} prints the machine, the figures, and whether the
 * result was right. The tests run them in virtual machines of their own.
 */
@NullMarked
package io.daybook.perf.run;

import org.jspecify.annotations.NullMarked;
