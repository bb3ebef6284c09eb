/** Disks for tests: a simulated one that fails and loses data as disks do, and one that counts calls. */
package io.daybook.host.storage;
