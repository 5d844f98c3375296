/** The tree of control groups below a mount. */
import type { Host } from '../../core/host.ts';
import type { Steps } from '../../core/steps.ts';
import { namesIn } from './sysfs.ts';

const MOST_GROUPS = 10_000;
const DEEPEST = 32;
/** Controller files. Managers never name groups like that (systemd: "Delegate", escaped names). */
const INTERFACE_FILE =
  /^(?:cgroup|cpu|cpuacct|cpuset|memory|io|blkio|pids|hugetlb|rdma|misc|dmem|irq)\.|^(?:tasks|notify_on_release|release_agent)$/;

/**
 * Visits the root (empty path) and all groups, parents first.
 * @param visit false: no such group; its children are skipped
 */
export function* visitGroups(host: Host, root: string, visit: (path: string) => boolean): Steps<void> {
  let left = MOST_GROUPS;
  yield* below('');

  function* below(path: string): Steps<void> {
    if (!visit(path)) return;
    left -= 1;
    yield;
    if (path.split('/').length > DEEPEST) return;
    for (const name of namesIn(host, `${root}${path}`)) {
      if (left <= 0) break;
      if (!INTERFACE_FILE.test(name)) yield* below(`${path}/${name}`);
    }
  }
}
