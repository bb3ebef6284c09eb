/**
 * The client's side of a cluster: how a session sends, repeats and receives messages.
 * {@link io.daybook.cluster.client.RequestFlow} and {@link io.daybook.cluster.client.QueryFlow} are pure: their caller
 * passes time and connections in.
 */
@NullMarked
package io.daybook.cluster.client;

import org.jspecify.annotations.NullMarked;
