/*
 * Preloaded: a read of a file whose path matches a line of the file GANDER_SLOW_READS (fnmatch(3)) does not return before that
 * line is gone, or before the milliseconds in front of the pattern have passed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <fcntl.h>
#include <unistd.h>

/* Milliseconds for which reads of a path are held; 0: they are not. Calls the kernel itself, as read() is replaced. */
static long held(const char *path) {
  const char *rules = getenv("GANDER_SLOW_READS");
  char text[4096], *rest = NULL;
  long file, count, found = 0;
  if (rules == NULL || (file = syscall(SYS_openat, AT_FDCWD, rules, O_RDONLY | O_CLOEXEC)) < 0) return 0;
  count = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  text[count < 0 ? 0 : count] = 0;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char *pattern = strchr(line, ' ');
    if (pattern != NULL && fnmatch(pattern + 1, path, 0) == 0) found = atol(line);
  }
  return found;
}

static void wait_for(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  for (long waited = 0; waited < held(path); waited += 5) usleep(5000);
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  wait_for(descriptor);
  return ((ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(descriptor, buffer, count);
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
  wait_for(descriptor);
  return ((ssize_t(*)(int, void *, size_t, off_t))dlsym(RTLD_NEXT, "pread"))(descriptor, buffer, count, offset);
}

ssize_t pread64(int descriptor, void *buffer, size_t count, off64_t offset) {
  wait_for(descriptor);
  return ((ssize_t(*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64"))(descriptor, buffer, count, offset);
}
