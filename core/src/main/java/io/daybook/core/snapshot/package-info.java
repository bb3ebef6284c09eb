/**
 * Snapshots: when one is due, the background work that writes a captured state, and the files as the engine reads and
 * writes them. The journal module defines the files, the engine the records in them.
 */
@NullMarked
package io.daybook.core.snapshot;

import org.jspecify.annotations.NullMarked;
