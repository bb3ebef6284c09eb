/**
 * Reads a journal that a crash may have cut: scan, verdict on the end, repair, replay. It changes nothing but a torn
 * end.
 */
@NullMarked
package io.daybook.journal.recovery;

import org.jspecify.annotations.NullMarked;
