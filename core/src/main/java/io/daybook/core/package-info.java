/** The embedded exchange: the engine, its order books, the binary codec, the pipeline and recovery. */
@NullMarked
package io.daybook.core;

import org.jspecify.annotations.NullMarked;
