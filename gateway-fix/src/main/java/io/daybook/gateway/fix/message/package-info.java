/** Fields and words of FIX messages: reading and writing them, and the texts of reports. Has no session. */
@NullMarked
package io.daybook.gateway.fix.message;

import org.jspecify.annotations.NullMarked;
