/**
 * Order books of market data: orders with references in the queues of their levels. They match nothing, and may be
 * crossed. One thread; they allocate only when orders or levels exceed their highest number so far.
 */
@NullMarked
package io.daybook.client.book;

import org.jspecify.annotations.NullMarked;
