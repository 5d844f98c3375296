/** Why the memory of control groups is unknown. */
import type { Phrase } from '../../../core/phrase.ts';
import { type Said, say } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import { orNull } from '../../../core/or-null.ts';

const OFF: Phrase =
  "memory is unknown, since the kernel's memory controller is off: add cgroup_enable=memory to the kernel command line (on a Raspberry Pi in cmdline.txt) and restart the machine";
const ON: Phrase = 'memory is unknown: neither control groups nor the engine count it';

/** Null: the controller is on. Documentation/admin-guide/cgroup-v2.rst, cgroup.controllers; version 1 has a folder per controller. */
export function memoryOff(host: Host): Said | null {
  const controllers = host.readText('/sys/fs/cgroup/cgroup.controllers')?.trim().split(' ') ?? [];
  const isOn = controllers.includes('memory') || orNull(() => host.list('/sys/fs/cgroup/memory')) !== null;
  return isOn ? null : say(OFF);
}

export const memoryReason = (host: Host): Said => memoryOff(host) ?? say(ON);
