/**
 * Commands over the folder of a journal: what is in it, whether it is sound, its snapshots and the marks that keep it.
 */
@NullMarked
package io.daybook.cli.journal;

import org.jspecify.annotations.NullMarked;
