/** The time of tests. */
package io.daybook.journal.host;
