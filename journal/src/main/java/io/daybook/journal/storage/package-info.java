/**
 * The seam to the file system: everything that the journal asks of a disk, and nothing more, so that a test can put a
 * disk that lies in its place. It knows files, offsets and forces; it knows nothing of segments or frames.
 */
@NullMarked
package io.daybook.journal.storage;

import org.jspecify.annotations.NullMarked;
