/**
 * The folder of a journal: where each file lies, which exchange it belongs to, which process may write in it, and what
 * an error of its disk means.
 */
@NullMarked
package io.daybook.journal.folder;

import org.jspecify.annotations.NullMarked;
