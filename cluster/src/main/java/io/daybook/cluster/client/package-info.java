/**
 * The client's side of a cluster: what a session sends, repeats and receives.
 * {@link io.daybook.cluster.client.RequestFlow} and {@link io.daybook.cluster.client.QueryFlow} are pure: their caller
 * gives time and connections.
 */
@NullMarked
package io.daybook.cluster.client;

import org.jspecify.annotations.NullMarked;
