/**
 * The seam to the file system: everything that journal, outboxes and feed ask of a disk, and nothing more, so that a
 * test can put a disk that lies in its place. Works on files, offsets and forces, and not on segments or frames.
 */
@NullMarked
package io.daybook.host.storage;

import org.jspecify.annotations.NullMarked;
