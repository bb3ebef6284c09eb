/**
 * The events of an exchange as files for other programs: {@code daybook export}. The package only reads the folder of
 * the exchange.
 */
@NullMarked
package io.daybook.cli.export;

import org.jspecify.annotations.NullMarked;
