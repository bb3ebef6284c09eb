/**
 * Followers, apart from threads: what they are told of a command that was delivered. It knows neither the ring nor
 * files.
 */
@NullMarked
package io.daybook.core.follower;

import org.jspecify.annotations.NullMarked;
