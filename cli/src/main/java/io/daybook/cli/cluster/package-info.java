/** Commands of a node and of its operator: three nodes on one log, and the doors of a node. */
@NullMarked
package io.daybook.cli.cluster;

import org.jspecify.annotations.NullMarked;
