/**
 * The demonstration: a market in a process of its own, which is killed, and its recovery. The one place of the command
 * that starts a process.
 */
@NullMarked
package io.daybook.cli.demo;

import org.jspecify.annotations.NullMarked;
