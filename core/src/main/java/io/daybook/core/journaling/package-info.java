/**
 * Commands on their way to the journal: encoded into blocks, forced, released; the room on the disk that doors ask for;
 * and the snapshots that are taken and written beside it.
 */
@NullMarked
package io.daybook.core.journaling;

import org.jspecify.annotations.NullMarked;
