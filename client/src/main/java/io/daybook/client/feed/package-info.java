/**
 * A channel of the public feed: a subscriber's books of it, and the writers of its messages. The package opens no
 * socket and no file, and reads no clock; a subscriber reports when its books may be wrong.
 */
@NullMarked
package io.daybook.client.feed;

import org.jspecify.annotations.NullMarked;
