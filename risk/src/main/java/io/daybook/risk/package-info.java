/**
 * Users, accounts, holds, fees and futures positions: the only code that writes a balance. It does not depend on books,
 * threads, files or clocks.
 */
@NullMarked
package io.daybook.risk;

import org.jspecify.annotations.NullMarked;
