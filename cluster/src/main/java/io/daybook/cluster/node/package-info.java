/**
 * A node: Aeron's driver, archive and consensus module around the state, its configuration, what it says of itself, and
 * when it ends rather than guess.
 */
@NullMarked
package io.daybook.cluster.node;

import org.jspecify.annotations.NullMarked;
