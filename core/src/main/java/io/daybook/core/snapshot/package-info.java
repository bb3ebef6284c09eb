/**
 * Snapshots: when one is due, the background work that brings a captured state to the disk, and the files as what the
 * engine reads and writes. Which files that makes is the journal module's business, what the records mean the engine's.
 */
@NullMarked
package io.daybook.core.snapshot;

import org.jspecify.annotations.NullMarked;
