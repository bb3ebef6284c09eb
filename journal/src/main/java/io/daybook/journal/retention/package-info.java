/**
 * Decides how much history is kept, by rules and the marks of consumers, and deletes the rest. It uses the folder and
 * its snapshots, and not the packages that open and write a journal.
 */
@NullMarked
package io.daybook.journal.retention;

import org.jspecify.annotations.NullMarked;
