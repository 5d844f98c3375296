/* Preloaded: programs cannot be started while the file GANDER_FAILING_SPAWN holds the number of an error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>

static int fault(void) {
  const char *path = getenv("GANDER_FAILING_SPAWN");
  FILE *file = path ? fopen(path, "re") : NULL;
  int number = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%d", &number) != 1) number = 0;
  fclose(file);
  return number;
}

/* Processes: EAGAIN (RLIMIT_NPROC, pids.max), ENOMEM. */
pid_t fork(void) {
  int number = fault();
  if (number == EAGAIN || number == ENOMEM) {
    errno = number;
    return -1;
  }
  return ((pid_t(*)(void))dlsym(RTLD_NEXT, "fork"))();
}

/* The pipes of a program: EMFILE, ENFILE. */
int socketpair(int domain, int type, int protocol, int pair[2]) {
  int number = fault();
  if (number == EMFILE || number == ENFILE) {
    errno = number;
    return -1;
  }
  return ((int (*)(int, int, int, int[2]))dlsym(RTLD_NEXT, "socketpair"))(domain, type, protocol, pair);
}
