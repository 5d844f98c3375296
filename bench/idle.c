/* Starts as many children as its argument says, which do nothing, and ends them when its input ends. */
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static void idle(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) pause();
}

int main(int argc, char **argv) {
  int children = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < children; i++) {
    pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid == 0) idle();
  }
  if (write(1, "ready\n", 6) != 6) return 1;
  char byte;
  while (read(0, &byte, 1) > 0) continue;
  return 0;
}
