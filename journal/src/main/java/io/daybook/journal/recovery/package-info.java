/**
 * Reading a journal that a crash may have cut: the scan, the verdict on its end, the repair, and replay. It changes
 * nothing but a torn end.
 */
@NullMarked
package io.daybook.journal.recovery;

import org.jspecify.annotations.NullMarked;
