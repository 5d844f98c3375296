/*
 * Processes with names and command lines of any bytes, for tests: starts one for each name below, writes their pids in
 * that order, and ends them when its input ends.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* At most 15 bytes each. test/live/faults.test.ts has the same list as it is to be served. */
static const char *const names[] = {
    "a) R 1 (b",
    "new\nline\ttab",
    "\x1b[31mred\x07",
    "\xff\xfe bad \xc3",
    "<b>&amp;\"'</b>",
    "`id`$(id)\\",
    "{{user}}|;&",
    "\xe2\x80\xae\xf0\x9f\x92\xa9",
};
enum { COUNT = sizeof names / sizeof *names };

int main(int argc, char **argv) {
  char *command = argv[0];
  size_t size = argc > 0 ? strlen(command) : 0;
  for (int i = 0; i < COUNT; i++) {
    pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid > 0) {
      printf("%d\n", pid);
      continue;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, names[i]);
    /* The command line is the process's own memory: its name again and again. */
    for (size_t at = 0; at < size; at++) command[at] = names[i][at % strlen(names[i])];
    for (;;) pause();
  }
  fflush(stdout);
  char byte;
  while (read(0, &byte, 1) > 0) continue;
  return 0;
}
