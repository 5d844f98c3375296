import { json } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { counted } from './model.ts';
import type { Step } from './model.ts';

const BUILD = '4f9a5b1e-93a4-4c70-a2fd-6b6d0c2f1a01';
const OLD = '4f9a5b1e-93a4-4c70-a2fd-6b6d0c2f1a02';
const VIRSH = 'usr/bin/virsh';
const MULTIPASS = 'snap/bin/multipass';

const INFO = {
  errors: [],
  info: {
    dev: {
      state: 'Running',
      image_hash: '1d24e397489d',
      release: 'Ubuntu 24.04.1 LTS',
      cpu_count: '2',
      memory: { total: 1_003_450_368, used: 221_343_744 },
      load: [0.1, 0.05, 0.01],
      ipv4: ['192.0.2.10'],
    },
  },
};

/** Half a core between the steps, as virsh(1) prints it. */
const listing = (step: Step): string =>
  `${BUILD} 7 build01\n${OLD} - old-test\n\n` +
  `Domain: 'build01'\n  state.state=1\n  cpu.time=${counted(step, 511_300_000_000, 1_000_000_000)}\n` +
  '  balloon.maximum=4194304\n  balloon.rss=3145728\n\n' +
  "Domain: 'old-test'\n  state.state=5\n  balloon.maximum=1048576\n\n";

const DETAILS =
  `Running hypervisor: QEMU 9.1.0\n\n${BUILD} title\nBuild machine\n${BUILD} cores\n2\n\n` +
  `${OLD} title\nNo title for domain: old-test\n${OLD} cores\n`;

const DETAILS_COMMANDS = [BUILD, OLD].map(
  (uuid) =>
    `echo ${uuid} title; desc --title ${uuid}; echo ${uuid} cores; vcpucount --active --current ${uuid}`,
);

/** Programs that manage virtual machines, and their output. */
export function composeVirtualMachines(step: Step): Tree {
  const outcome = (argv: string, stdout: unknown): [string, string] => [
    `run/_${argv.replaceAll('/', '_').slice(0, 199)}.json`,
    json({ stdout }),
  ];
  return new Map([
    [VIRSH, ''],
    [MULTIPASS, ''],
    outcome(
      `${VIRSH} --readonly list --all --uuid --id --name; domstats --nowait --state --cpu-total --balloon`,
      listing(step),
    ),
    outcome(`${VIRSH} --readonly version; ${DETAILS_COMMANDS.join('; ')}`, DETAILS),
    outcome(`${MULTIPASS} info --format json`, INFO),
    outcome(`${MULTIPASS} version --format json`, { multipass: '1.14.1', multipassd: '1.14.1' }),
  ]);
}
