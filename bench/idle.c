/*
 * Starts as many children as its first argument says, which do nothing, and ends them when its input ends. The second says
 * how many of them work instead: a millisecond of computing and a page of memory touched, five times a second.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void work(int number) {
  struct timespec rest = {0, 200000000};
  struct timespec first = {0, number % 200 * 1000000};
  nanosleep(&first, NULL);
  for (;;) {
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) {
      page[0] = 1;
      munmap(page, 4096);
    }
    for (double end = now_ms() + 1; now_ms() < end;) continue;
    nanosleep(&rest, NULL);
  }
}

int main(int argc, char **argv) {
  int children = argc > 1 ? atoi(argv[1]) : 0;
  int working = argc > 2 ? atoi(argv[2]) : 0;
  for (int i = 0; i < children; i++) {
    pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid > 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (i < working) work(i);
    for (;;) pause();
  }
  if (write(1, "ready\n", 6) != 6) return 1;
  char byte;
  while (read(0, &byte, 1) > 0) continue;
  return 0;
}
