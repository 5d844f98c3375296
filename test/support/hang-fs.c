/*
 * A file system that never answers, for tests: mounts a FUSE file system at the given directory, answers FUSE_INIT
 * and then nothing any more, as a dead network server does. Prints "mounted" and stays until it is killed; its end
 * closes the connection, upon which the calls that wait fail with ENOTCONN. When the process that started it ends
 * without having killed it, it unmounts and ends too. Needs root and /dev/fuse.
 *
 *   hang-fs DIRECTORY           leaves the requests in the kernel's queue; a process that waits can be killed (as with NFS)
 *   hang-fs DIRECTORY swallow   takes them out; a process that waits cannot be killed by anything
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

/* More than FUSE_MIN_READ_BUFFER, which the kernel demands. */
static char request[1 << 17];

static const char *directory;

static void unmount_and_end(int signal) {
  (void)signal;
  umount2(directory, MNT_DETACH);
  _exit(0);
}

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int answer_init(int fd, const struct fuse_in_header *in) {
  struct {
    struct fuse_out_header head;
    struct fuse_init_out init;
  } reply;
  memset(&reply, 0, sizeof reply);
  reply.head.len = sizeof reply;
  reply.head.unique = in->unique;
  reply.init.major = FUSE_KERNEL_VERSION;
  reply.init.minor = FUSE_KERNEL_MINOR_VERSION;
  reply.init.max_write = 4096;
  return write(fd, &reply, sizeof reply) < 0 ? -1 : 0;
}

int main(int argc, char **argv) {
  const struct fuse_in_header *in = (const void *)request;
  char options[80];
  int fd;

  if (argc < 2) {
    fputs("usage: hang-fs DIRECTORY [swallow]\n", stderr);
    return 2;
  }
  directory = argv[1];
  signal(SIGTERM, unmount_and_end);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (fd < 0) return fail("open /dev/fuse");
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
  if (mount("hang-fs", argv[1], "fuse", MS_NOSUID | MS_NODEV, options) < 0) return fail("mount");
  if (read(fd, request, sizeof request) < 0 || in->opcode != FUSE_INIT) return fail("read FUSE_INIT");
  if (answer_init(fd, in) < 0) return fail("answer FUSE_INIT");
  puts("mounted");
  fflush(stdout);
  if (argc == 2)
    for (;;) pause();
  while (read(fd, request, sizeof request) >= 0 || errno == EINTR || errno == ENOENT) continue;
  return errno == ENODEV ? 0 : fail("read /dev/fuse"); /* ENODEV: unmounted */
}
