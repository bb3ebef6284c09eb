/**
 * Real order flow: NASDAQ days in the format of LOBSTER (lobsterdata.com), as commands. It reads the two CSV files and
 * writes commands; it runs nothing.
 */
@NullMarked
package io.daybook.flow.lobster;

import org.jspecify.annotations.NullMarked;
