/** A process that has ended, and that its parent does not wait for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

export interface Zombie {
  readonly pid: number;
  /** In the kernel's count since boot. */
  readonly started: string;
  remove(): void;
}

export async function createZombie(): Promise<Zombie> {
  // The shell becomes a program that never waits for the child, which ends only afterwards: a shell might wait for it.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 600 3<&-'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  await vi.waitFor(() => {
    const name = readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
    if (name !== 'sleep') throw new Error(`the parent is ${name}`);
  });
  parent.stdin.end();
  const fields = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  await vi.waitFor(() => {
    if (fields()[0] !== 'Z') throw new Error('it still runs');
  });
  return { pid, started: fields()[19] ?? '', remove: () => void parent.kill('SIGKILL') };
}
