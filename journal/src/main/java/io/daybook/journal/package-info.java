/**
 * The vocabulary of a journal: its errors, verdicts, statistics and settings. The journal handles opaque bytes and
 * sequence numbers and does not interpret commands. This package depends on no other package of the journal.
 */
@NullMarked
package io.daybook.journal;

import org.jspecify.annotations.NullMarked;
