/** Passes delivered commands to followers, apart from threads, the ring and files. */
@NullMarked
package io.daybook.core.follower;

import org.jspecify.annotations.NullMarked;
