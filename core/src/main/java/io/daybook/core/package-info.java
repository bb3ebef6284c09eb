/**
 * One exchange in one process: {@link io.daybook.core.DaybookExchange} starts it. The subpackages run the engine in
 * stages, journal its commands, deliver its results, and recover it; the engine itself is a module below.
 */
@NullMarked
package io.daybook.core;

import org.jspecify.annotations.NullMarked;
