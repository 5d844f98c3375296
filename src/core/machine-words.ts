/** How the plugin system says in its reason where the agent runs, and how pages find it there. */

/** Kinds of machines, in words. */
export const MACHINES = {
  host: 'host',
  vm: 'virtual machine',
  wsl: 'WSL machine',
  lxc: 'LXC guest',
  docker: 'Docker container',
  podman: 'Podman container',
  kubernetes: 'Kubernetes pod',
  container: 'container',
  gvisor: 'gVisor sandbox',
} as const;
export type MachineKind = keyof typeof MACHINES;

export const runsInText = (kind: MachineKind): string =>
  `runs in ${kind === 'lxc' ? 'an' : 'a'} ${MACHINES[kind]}: docs/where-it-runs.md says which values are its own`;

/** The machine in such a reason, which may follow others; null: none. */
export const machineIn = (reason: string | null): string | null =>
  /(?:^|; )runs in an? ([^:;]+): /.exec(reason ?? '')?.[1] ?? null;
