/**
 * {@code daybook trade}: a strategy at a venue. {@code daybook floor}: a venue and traders in processes of their own,
 * and a comparison of their results.
 */
@NullMarked
package io.daybook.cli.trading;

import org.jspecify.annotations.NullMarked;
