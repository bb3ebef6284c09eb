/** The followers registered in a folder, and where they continue when it is opened. */
@NullMarked
package io.daybook.journal.follower;

import org.jspecify.annotations.NullMarked;
