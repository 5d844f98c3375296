import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { compile } from './compile.ts';

export interface IdleProcesses {
  /** Ends them all. */
  stop(): Promise<void>;
}

/** Starts `count` processes, of which `working` use half a percent of a core each and the others nothing. */
export async function startIdleProcesses(count: number, working = 0): Promise<IdleProcesses> {
  const program = compile('idle');
  const parent = spawn(program, [String(count), String(working)], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  rmSync(dirname(program), { recursive: true });
  return {
    async stop() {
      if (parent.exitCode !== null) return;
      const ended = once(parent, 'exit');
      parent.stdin.end();
      await ended;
    },
  };
}
