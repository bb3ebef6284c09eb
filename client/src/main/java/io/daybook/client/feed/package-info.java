/**
 * The public feed, byte by byte: its messages, and the books that a subscriber keeps of one channel. Knows no socket,
 * file or clock; a subscriber that cannot be sure of its books says so.
 */
@NullMarked
package io.daybook.client.feed;

import org.jspecify.annotations.NullMarked;
