/**
 * A venue to try: a separate folder, six simulated hours of a market, and bots that continue to trade. The
 * demonstration sends commands through the door of HTTP, and uses only public data.
 */
@NullMarked
package io.daybook.server.demo;

import org.jspecify.annotations.NullMarked;
