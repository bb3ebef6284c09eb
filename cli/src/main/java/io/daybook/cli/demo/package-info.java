/**
 * The demonstration: a market in a process of its own, which is killed, and its recovery. One of the packages of the
 * command line that start processes.
 */
@NullMarked
package io.daybook.cli.demo;

import org.jspecify.annotations.NullMarked;
