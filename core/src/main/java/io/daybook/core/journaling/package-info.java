/**
 * Commands on their way to the journal: encoded into blocks, forced, released; and the room on the disk that doors ask
 * for.
 */
@NullMarked
package io.daybook.core.journaling;

import org.jspecify.annotations.NullMarked;
