/** The file of a cluster, its members and keys. This package starts nothing. */
@NullMarked
package io.daybook.cluster.config;

import org.jspecify.annotations.NullMarked;
