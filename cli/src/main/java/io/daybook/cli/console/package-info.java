/**
 * What all commands share: where they print, how they report, fail and show progress. Depends on no other package of
 * the command line.
 */
@NullMarked
package io.daybook.cli.console;

import org.jspecify.annotations.NullMarked;
