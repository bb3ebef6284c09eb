/**
 * Market data as a fold over results: the commands alone determine the messages of each channel. This package makes the
 * messages and defines the interfaces that take and read them; it uses no files, sockets or clock.
 */
@NullMarked
package io.daybook.feed;

import org.jspecify.annotations.NullMarked;
