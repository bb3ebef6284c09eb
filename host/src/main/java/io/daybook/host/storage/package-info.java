/**
 * The seam to the file system: everything that journal, outboxes and feed need from a disk, and nothing more, so that a
 * test can replace it by a disk that lies. It works on files, offsets and forces, not on segments or frames.
 */
@NullMarked
package io.daybook.host.storage;

import org.jspecify.annotations.NullMarked;
