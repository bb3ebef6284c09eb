/** Reads and writes the fields of FIX messages, and the texts of reports. This package has no sessions. */
@NullMarked
package io.daybook.gateway.fix.message;

import org.jspecify.annotations.NullMarked;
