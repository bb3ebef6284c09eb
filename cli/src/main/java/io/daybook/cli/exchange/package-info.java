/** An exchange in the process of a command: its options, its start, and commands from a file. */
@NullMarked
package io.daybook.cli.exchange;

import org.jspecify.annotations.NullMarked;
