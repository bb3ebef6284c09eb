/**
 * The measurements themselves, each a class with a {@code main} that prints what it measured on, what it measured, and
 * whether the result was right. The tests run them in virtual machines of their own.
 */
@NullMarked
package io.daybook.perf.run;

import org.jspecify.annotations.NullMarked;
