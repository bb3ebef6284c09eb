/**
 * Real order flow: NASDAQ days in the format of LOBSTER (lobsterdata.com), as events. The package reads the two CSV
 * files; it runs no exchange.
 */
@NullMarked
package io.daybook.flow.lobster;

import org.jspecify.annotations.NullMarked;
