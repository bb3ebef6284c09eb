/**
 * HTTP: sockets, requests, routes, limits and errors. Netty is here and in {@code stream}, nowhere else in the server;
 * what the routes do is given in.
 */
@NullMarked
package io.daybook.server.http;

import org.jspecify.annotations.NullMarked;
