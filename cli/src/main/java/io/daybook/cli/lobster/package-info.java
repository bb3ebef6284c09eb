/**
 * Real order flow: NASDAQ days in the format of LOBSTER (lobsterdata.com), turned into scenarios. It reads the two CSV
 * files and writes commands; it runs nothing.
 */
@NullMarked
package io.daybook.cli.lobster;

import org.jspecify.annotations.NullMarked;
