/** The followers that a folder knows, and where they go on when it is opened. */
@NullMarked
package io.daybook.journal.follower;

import org.jspecify.annotations.NullMarked;
