// Preloaded into a program, counts its allocations in the file named by ALLOCATIONS (eight bytes, native byte order), and in the eight
// bytes after them, if the file has them, how often a socket took less than the program sent: then the program has to keep the rest.
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_uint_least64_t before_start[2];
static atomic_uint_least64_t *count = before_start;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("ALLOCATIONS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) abort();
    void *memory = mmap(NULL, sizeof before_start, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (memory == MAP_FAILED) abort();
    count = memory;
}

// The names of glibc's own functions, which the functions below replace.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    ++*count;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    ++*count;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    ++*count;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    ++*count;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

ssize_t send(int fd, const void *bytes, size_t size, int flags) {
    ssize_t sent = sendto(fd, bytes, size, flags, NULL, 0);
    if (sent < 0 || (size_t)sent < size) ++count[1];
    return sent;
}
