/** Opening, writing, reading and truncating a journal: the entrances to all of it. */
@NullMarked
package io.daybook.journal.access;

import org.jspecify.annotations.NullMarked;
