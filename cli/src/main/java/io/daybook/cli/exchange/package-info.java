/** An exchange in the process of a command: how one is opened from options, and commands from a file. */
@NullMarked
package io.daybook.cli.exchange;

import org.jspecify.annotations.NullMarked;
