/** How the plugin system says in its reason where the agent runs, and how pages find it there. */
import type { Phrase } from './phrase.ts';
import { say, type Said } from './said.ts';

interface MachineWords {
  readonly name: Phrase;
  /** Which values are not its own. */
  readonly meaning: Phrase;
}

const OF_HOST = 'CPU, memory, load, uptime and disks are those of its host';

/** Machines whose kernel is not, or not entirely, their own. */
export const MACHINES = {
  wsl: { name: 'WSL machine', meaning: 'Windows limits its CPU and memory' },
  lxc: { name: 'LXC guest', meaning: 'temperatures, paging and pressure are those of its host' },
  docker: { name: 'Docker container', meaning: OF_HOST },
  podman: { name: 'Podman container', meaning: OF_HOST },
  kubernetes: { name: 'Kubernetes pod', meaning: OF_HOST },
  container: { name: 'container', meaning: OF_HOST },
  gvisor: { name: 'gVisor sandbox', meaning: 'its kernel counts neither disk I/O nor the time of each core' },
} as const satisfies Record<string, MachineWords>;

/** A host and a virtual machine have a kernel to themselves. */
export type MachineKind = 'host' | 'vm' | keyof typeof MACHINES;

/** Null: all values are its own. */
export function runsInText(kind: MachineKind): Said | null {
  if (kind === 'host' || kind === 'vm') return null;
  const { name, meaning } = MACHINES[kind];
  const values = { name: say(name), meaning: say(meaning) };
  return kind === 'lxc'
    ? say('runs in an {name}: {meaning} (docs/where-it-runs.md)', values)
    : say('runs in a {name}: {meaning} (docs/where-it-runs.md)', values);
}

/** Returns the machine in a reason, where other reasons may precede it; null if it names none. */
export function machineIn(reason: string | null): MachineWords | null {
  const found = /(?:^|; )runs in an? ([^:;]+): /.exec(reason ?? '')?.[1];
  return Object.values(MACHINES).find(({ name }) => name === found) ?? null;
}

const OF_GUESTS_HOST = 'are those of the host of this LXC guest';

/** Why a plugin shows such values. @param what plural */
export const ofGuestsHostText = (what: Phrase): Said =>
  say('{what} are those of the host of this LXC guest', { what: say(what) });

/** A reason that says no more than that, or than {@link runsInText}. */
export const isOnlyWhose = (reason: string): boolean =>
  !reason.includes('; ') && (reason.endsWith(OF_GUESTS_HOST) || machineIn(reason) !== null);
