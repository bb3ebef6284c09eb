/**
 * What a journal, and the exchange around it, are given by the process that runs them, beside its disk: time and
 * threads, and what keeps the interrupts of those threads away from files. May know no other package of the journal.
 */
@NullMarked
package io.daybook.journal.host;

import org.jspecify.annotations.NullMarked;
