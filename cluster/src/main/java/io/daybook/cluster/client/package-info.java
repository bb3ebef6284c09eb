/**
 * The client's side of a cluster: what a session sends, sends again and hears.
 * {@link io.daybook.cluster.client.RequestFlow} and {@link io.daybook.cluster.client.QueryFlow} are pure; time and
 * connections are given to them.
 */
@NullMarked
package io.daybook.cluster.client;

import org.jspecify.annotations.NullMarked;
