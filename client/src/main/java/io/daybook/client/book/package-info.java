/**
 * Order books as market data tells of them: orders with references in the queues of their levels. They match nothing,
 * and may be crossed. One thread; nothing is allocated but room for more orders and levels than there ever were.
 */
@NullMarked
package io.daybook.client.book;

import org.jspecify.annotations.NullMarked;
