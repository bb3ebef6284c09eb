/*
 * What a disk has that keeps only what was forced: loaded into a process in front of the C library, it copies each file
 * below POWER_FROM into the folder POWER_TO when the process forces it, and lets the force go on. A file that was never
 * forced has no copy. What is mapped is copied whole when any of it is forced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep(const char *path) {
    const char *from = getenv("POWER_FROM");
    const char *to = getenv("POWER_TO");
    if (!from || !to || strncmp(path, from, strlen(from)) != 0) {
        return;
    }
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s%s", to, path + strlen(from));
    for (char *slash = copy + strlen(to) + 1; *slash; slash++) {
        if (*slash == '/') {
            *slash = '%';
        }
    }
    const int in = open(path, O_RDONLY);
    const int out = open(copy, O_RDWR | O_CREAT, 0600);
    struct stat size;
    if (in < 0 || out < 0 || fstat(in, &size) != 0 || ftruncate(out, size.st_size) != 0) {
        abort();
    }
    static __thread char block[1 << 16];
    off_t at = lseek(in, 0, SEEK_DATA);
    while (at >= 0 && at < size.st_size) {
        const off_t end = lseek(in, at, SEEK_HOLE);
        while (at < end) {
            const size_t most = (size_t) (end - at) < sizeof block ? (size_t) (end - at) : sizeof block;
            const ssize_t got = pread(in, block, most, at);
            if (got <= 0) {
                break;
            }
            if (pwrite(out, block, got, at) != got) {
                abort();
            }
            at += got;
        }
        at = lseek(in, end, SEEK_DATA);
    }
    close(in);
    close(out);
}

static void keep_descriptor(const int descriptor) {
    char link[64];
    char path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) {
        path[length] = 0;
        struct stat kind;
        if (stat(path, &kind) == 0 && S_ISREG(kind.st_mode)) {
            keep(path);
        }
    }
}

static int forced(const char *name, const int descriptor) {
    keep_descriptor(descriptor);
    int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
    return real(descriptor);
}

int fsync(int descriptor) {
    return forced("fsync", descriptor);
}

int fdatasync(int descriptor) {
    return forced("fdatasync", descriptor);
}

int msync(void *address, size_t length, int flags) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[PATH_MAX + 128];
    while (maps && fgets(line, sizeof line, maps)) {
        uintptr_t begin;
        uintptr_t end;
        char path[PATH_MAX] = "";
        if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %4095s", &begin, &end, path) >= 2
                && begin <= (uintptr_t) address && (uintptr_t) address < end && path[0] == '/') {
            keep(path);
        }
    }
    if (maps) {
        fclose(maps);
    }
    int (*real)(void *, size_t, int) = (int (*)(void *, size_t, int)) dlsym(RTLD_NEXT, "msync");
    return real(address, length, flags);
}
