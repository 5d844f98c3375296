/** `npm run dev` survives a mistake in the sources. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CLEAN_ENVIRONMENT, REPOSITORY } from '../support/live-agent.ts';
import { scratchFolder } from '../support/live-tools.ts';
import { copyProject } from '../support/recipes.ts';

it('goes on after a syntax error, at the start and later', async () => {
  const folder = scratchFolder();
  onTestFinished(() => folder.remove());
  const root = join(folder.path, 'project');
  copyProject(REPOSITORY, root);
  // The page is not rebuilt while agents are developed.
  rmSync(join(root, 'web'), { recursive: true });
  const main = join(root, 'src/main.ts');
  const text = readFileSync(main, 'utf8');
  const dev = (): { printed(): string; stop(): Promise<void> } => {
    const child = spawn(
      process.execPath,
      [join(root, 'scripts/start.js'), '--watch', '-p', '0', '-B', '127.0.0.1'],
      {
        env: { ...CLEAN_ENVIRONMENT, STATE_DIRECTORY: join(folder.path, 'state') },
      },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (printed += part.toString()));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const stop = (): Promise<void> => (child.kill('SIGTERM'), ended);
    onTestFinished(stop);
    return { printed: () => printed, stop };
  };
  const starts = (printed: string): number => printed.match(/REST API on/g)?.length ?? 0;

  const first = dev();
  await expect.poll(() => starts(first.printed())).toBeGreaterThan(0);
  // The bundler and Node.js watch the files from now on.
  await expect.poll(() => first.printed()).toContain('History on disk');
  const before = starts(first.printed());
  writeFileSync(main, `${text}\nconst broken = = 1;\n`);
  await expect.poll(() => first.printed()).toContain('[ERROR]');
  writeFileSync(main, `${text}\nvoid 0;\n`);
  await expect.poll(() => starts(first.printed())).toBeGreaterThan(before);
  await first.stop();

  writeFileSync(main, `${text}\nconst broken = = 1;\n`);
  const second = dev();
  await expect.poll(() => starts(second.printed())).toBe(1);
  expect(second.printed()).toContain('The last build is used until then.');
});
