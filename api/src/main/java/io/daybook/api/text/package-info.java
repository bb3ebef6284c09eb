/** Texts for people that several modules of Daybook share. For Daybook's own modules, not for applications. */
@NullMarked
package io.daybook.api.text;

import org.jspecify.annotations.NullMarked;
