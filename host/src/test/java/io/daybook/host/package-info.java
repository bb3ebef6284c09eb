/** The time of tests, and what each class of them proves. */
package io.daybook.host;
