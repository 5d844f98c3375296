/** Where the agent runs, and so which readings are those of another machine: the only place that decides it. */
import type { Phrase } from '../../core/phrase.ts';
import type { Said } from '../../core/said.ts';
import type { Host } from '../../core/host.ts';
import { type MachineKind, ofGuestsHostText } from '../../core/machine-words.ts';
import { orNull } from '../../core/or-null.ts';
import { defineSource } from '../../core/source.ts';
import { decode } from '../linux/bytes.ts';
import { type Mount, parseMounts } from '../linux/mounts.ts';

export interface Whose {
  readonly kind: MachineKind;
  /** A guest to be watched by itself: arrays, pools, kills and load of its host are not its own. */
  readonly isGuest: boolean;
  /** A container of any kind: files may be mounted into it. */
  readonly isContainer: boolean;
  /** True for a file of /proc that lxcfs makes the guest's; without lxcfs it is the host's. */
  isOwn(path: string): boolean;
}

const OWN_KERNEL: ReadonlySet<MachineKind> = new Set(['host', 'vm', 'wsl']);

/** Files that engines mount into every container. */
const GIVEN_FILES = new Set(['/etc/hosts', '/etc/hostname', '/etc/resolv.conf']);
const SERVICE_ACCOUNT = '/run/secrets/kubernetes.io/serviceaccount';
/** gVisor states this build of a kernel that it is not (pkg/sentry/syscalls/linux/linux64.go). */
const GVISOR = /gvisor|#1 SMP Sun Jan 10 15:06:54 PST 2016/i;
const VENDORS =
  /QEMU|KVM|VMware|VirtualBox|innotek|Xen|Parallels|Virtual Machine|Amazon EC2|Google Compute|OpenStack|BHYVE/i;
/** Enough for the flags of the first core. */
const CPUINFO_BYTES = 4096;

/**
 * Returns a function that decides it once, at its first call. It must be called within a reading: files that may block are fetched
 * for readings only.
 */
export function createWhose(host: Host): () => Whose {
  let whose: Whose | null = null;
  return () => (whose ??= whoseOf(host));
}

/** Decides it from files of the watched machine; below a mounted root that is the host, wherever the agent runs. */
function whoseOf(host: Host): Whose {
  const mounts = orNull(() => parseMounts(host.read('/proc/self/mounts'))) ?? [];
  const own = new Set(mounts.flatMap(({ type, path }) => (type === 'fuse.lxcfs' ? [path] : [])));
  const kind = kindOf(host, mounts, own);
  const isGuest = kind === 'lxc';
  return {
    kind,
    isGuest,
    isContainer: !OWN_KERNEL.has(kind),
    // Where the mounts cannot be read, a guest has what its manager gives to all.
    isOwn: (path) => own.has(path) || (isGuest && own.size === 0),
  };
}

/** Says of values that lxcfs does not make the guest's that they are those of the host; null: they are our own. */
export const ofHostText = ({ isGuest }: Whose, what: Phrase = 'these values'): Said | null =>
  isGuest ? ofGuestsHostText(what) : null;

/** Environment of the machine, read once for all plugins. */
export const whoseSource = defineSource<Whose>({
  name: 'whose',
  create: ({ host }) => ({ read: createWhose(host) }),
});

function kindOf(host: Host, mounts: readonly Mount[], own: ReadonlySet<string>): MachineKind {
  if (GVISOR.test(host.readText('/proc/version') ?? '')) return 'gvisor';
  if (isThere(host, SERVICE_ACCOUNT) || isThere(host, `/var${SERVICE_ACCOUNT}`)) return 'kubernetes';
  if (host.readText('/.dockerenv') !== null) return 'docker';
  if (host.readText('/run/.containerenv') !== null) return 'podman';
  const told = toldKind(host);
  if (told !== null) return told;
  if (own.size > 0) return 'lxc';
  const groups = host.readText('/proc/1/cgroup') ?? '';
  if (groups.includes('/kubepods')) return 'kubernetes';
  if (/:\/docker\//.test(groups)) return 'docker';
  if (mounts.some(({ path }) => GIVEN_FILES.has(path))) return 'container';
  if (/microsoft/i.test(host.readText('/proc/sys/kernel/osrelease') ?? '')) return 'wsl';
  return isVirtual(host) ? 'vm' : 'host';
}

/** `container=` of process 1, which only root may read, or what systemd keeps of it (systemd: CONTAINER_INTERFACE). */
function toldKind(host: Host): MachineKind | null {
  const environment = host.readText('/proc/1/environ') ?? '';
  const word =
    /(?:^|\0)container=([\w.-]+)/.exec(environment)?.[1] ?? host.readText('/run/systemd/container')?.trim();
  if (!word || word === 'wsl') return null;
  if (word.startsWith('lxc')) return 'lxc';
  return word === 'docker' || word === 'podman' ? word : 'container';
}

const isThere = (host: Host, folder: string): boolean => orNull(() => host.list(folder)) !== null;

/** True in a virtual machine: by the CPU flag of x86, or the maker of the board. */
function isVirtual(host: Host): boolean {
  const flags = /^flags\b.*$/m.exec(
    orNull(() => decode(host.readHead('/proc/cpuinfo', CPUINFO_BYTES))) ?? '',
  );
  if (/\bhypervisor\b/.test(flags?.[0] ?? '')) return true;
  const names = ['sys_vendor', 'product_name'].map(
    (name) => host.readText(`/sys/class/dmi/id/${name}`) ?? '',
  );
  return VENDORS.test(names.join(' ')) || host.readText('/sys/hypervisor/type') !== null;
}
