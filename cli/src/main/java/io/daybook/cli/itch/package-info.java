/** The commands that read and write files of NASDAQ TotalView-ITCH 5.0. */
@NullMarked
package io.daybook.cli.itch;

import org.jspecify.annotations.NullMarked;
