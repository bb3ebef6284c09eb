/**
 * How much history is kept, and for whom: rules, the marks of consumers, and the deleting of what none of them needs.
 * It stands on the folder and its snapshots; opening and writing a journal are above it.
 */
@NullMarked
package io.daybook.journal.retention;

import org.jspecify.annotations.NullMarked;
