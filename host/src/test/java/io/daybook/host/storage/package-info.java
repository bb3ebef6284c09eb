/** Disks for tests: one that lies and fails as disks do, and one that counts. */
package io.daybook.host.storage;
