/**
 * The byte layouts of the public feed: its messages, packets and sessions, for subscriber and venue alike. This package
 * has no books, sockets, files or clocks.
 */
@NullMarked
package io.daybook.wire.feed;

import org.jspecify.annotations.NullMarked;
