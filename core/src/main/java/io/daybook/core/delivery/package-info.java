/** What leaves: results to listeners, futures and book subscriptions, in order and once released. It owns no thread. */
@NullMarked
package io.daybook.core.delivery;

import org.jspecify.annotations.NullMarked;
