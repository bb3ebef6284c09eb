/**
 * A channel of the public feed: the books that a subscriber keeps of it, and the writers of such messages. Opens no
 * socket and no file and reads no clock; a subscriber that cannot be sure of its books says so.
 */
@NullMarked
package io.daybook.client.feed;

import org.jspecify.annotations.NullMarked;
