/** The time of tests. */
package io.daybook.host;
