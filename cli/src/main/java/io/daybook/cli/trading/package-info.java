/**
 * {@code daybook trade}: a strategy at a venue. {@code daybook floor}: a venue and traders in processes of their own,
 * and what became of them.
 */
@NullMarked
package io.daybook.cli.trading;

import org.jspecify.annotations.NullMarked;
