import type { Host } from '../../core/host.ts';
import { MANY, type Slices } from './slices.ts';

/** Names taken between two looks at the time. */
const BATCH = 256;

/**
 * The directories of /proc that are processes, ascending.
 * @param expected how many there were; many are listed in slices, which takes half as long again
 */
export async function listPids(host: Host, slices: Slices, expected: number): Promise<Uint32Array> {
  const pids: number[] = [];
  if (expected < MANY) host.list('/proc').forEach((name) => addPid(pids, name));
  else {
    // Other plugins are read in the turn in which a scan begins.
    await slices.next();
    let left = BATCH;
    for (const name of host.names('/proc')) {
      addPid(pids, name);
      left -= 1;
      if (left > 0) continue;
      left = BATCH;
      if (slices.isOver()) await slices.next();
    }
  }
  return Uint32Array.from(pids).sort();
}

function addPid(pids: number[], name: string): void {
  const first = name.charCodeAt(0);
  if (first < 0x30 || first > 0x39) return;
  const pid = Number(name);
  if (Number.isInteger(pid)) pids.push(pid);
}
