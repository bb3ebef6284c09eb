/**
 * Passes results on to listeners, futures and book subscriptions, in order and once released. This package owns no
 * thread.
 */
@NullMarked
package io.daybook.core.delivery;

import org.jspecify.annotations.NullMarked;
