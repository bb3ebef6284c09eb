/** The clock, ports and processes of tests, and the annotation for the promise that a class of tests proves. */
package io.daybook.host;
