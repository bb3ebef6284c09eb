/** Commands over the folder of a journal: its content, its soundness, its snapshots, and the marks that keep it. */
@NullMarked
package io.daybook.cli.journal;

import org.jspecify.annotations.NullMarked;
