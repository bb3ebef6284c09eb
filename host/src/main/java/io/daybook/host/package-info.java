/**
 * What an exchange and its doors are given by the process that runs them, besides its disk: time and threads, and what
 * keeps the interrupts of those threads away from files. Depends on the JDK only.
 */
@NullMarked
package io.daybook.host;

import org.jspecify.annotations.NullMarked;
