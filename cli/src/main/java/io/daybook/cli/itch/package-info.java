/**
 * Reads files of NASDAQ TotalView-ITCH 5.0, and writes what became of their orders. Knows no console and no options.
 */
@NullMarked
package io.daybook.cli.itch;

import org.jspecify.annotations.NullMarked;
