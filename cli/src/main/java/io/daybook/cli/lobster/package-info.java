/** The command that reads days in the format of LOBSTER (lobsterdata.com). */
@NullMarked
package io.daybook.cli.lobster;

import org.jspecify.annotations.NullMarked;
