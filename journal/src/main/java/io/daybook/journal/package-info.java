/**
 * The vocabulary of a journal: its errors, verdicts, statistics and settings. The journal sees opaque bytes and
 * sequence numbers only: what a command means is not its business. This package depends on no other of the journal.
 */
@NullMarked
package io.daybook.journal;

import org.jspecify.annotations.NullMarked;
