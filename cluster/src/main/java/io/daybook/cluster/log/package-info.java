/**
 * The log of a cluster outside its nodes: reads recordings from the files of a node, through channels rather than
 * memory maps, carries the log out again, and writes it into a journal folder. It starts no node and changes no
 * recording.
 */
@NullMarked
package io.daybook.cluster.log;

import org.jspecify.annotations.NullMarked;
