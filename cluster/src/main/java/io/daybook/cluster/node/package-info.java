/**
 * A node: Aeron's driver, archive and consensus module around the state, its configuration, its status, and the
 * conditions under which it ends.
 */
@NullMarked
package io.daybook.cluster.node;

import org.jspecify.annotations.NullMarked;
