/**
 * The parts that all commands share: output, reports, failures and progress. Depends on no other package of the command
 * line.
 */
@NullMarked
package io.daybook.cli.console;

import org.jspecify.annotations.NullMarked;
