/**
 * A venue to try: a folder of its own, six hours of market that are made up, and bots that trade on. It sends commands
 * through the door of HTTP, and sees what everybody sees.
 */
@NullMarked
package io.daybook.server.demo;

import org.jspecify.annotations.NullMarked;
