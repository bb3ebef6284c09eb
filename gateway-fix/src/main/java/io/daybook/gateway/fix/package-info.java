/** The FIX 4.4 door: sessions of members over QuickFIX/J, whose numbers and reports follow from the journal. */
@NullMarked
package io.daybook.gateway.fix;

import org.jspecify.annotations.NullMarked;
