/** Opens, writes, reads and truncates a journal; the entry points of this module. */
@NullMarked
package io.daybook.journal.access;

import org.jspecify.annotations.NullMarked;
