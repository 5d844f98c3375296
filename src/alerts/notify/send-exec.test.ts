import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliverNow, sampleEvent, sampleTarget } from '../../../test/support/notify.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import type { Notice } from '../../core/notice.ts';
import { sendToProgram } from './send-exec.ts';

const NOTICE: Notice = {
  id: 'n-1',
  kind: 'begin',
  host: 'web1',
  event: sampleEvent({ item: `/mnt/'"$(touch x) \n` }),
};

/** A target that runs this script by Node.js. */
function scriptTarget(script: string, ...more: string[]) {
  const folder = temporaryTree({ 'on alert.mjs': script });
  const command = `"${process.execPath}" "${join(folder, 'on alert.mjs')}" ${more.join(' ')}`;
  return { folder, target: sampleTarget('exec', { command }) };
}

describe('a program', () => {
  it('gets the event on its standard input, and its own arguments only', async () => {
    const { target, folder } = scriptTarget(
      `import { readFileSync, writeFileSync } from 'node:fs';
       const [node, path, ...rest] = process.argv;
       writeFileSync(new URL('taken', import.meta.url), JSON.stringify([rest, JSON.parse(readFileSync(0, 'utf8'))]));`,
      '--to',
      "'two words'",
    );
    expect(await deliverNow(target, NOTICE)).toEqual({ kind: 'sent', answer: 'exit code 0' });
    const [argv, body] = JSON.parse(readFileSync(join(folder, 'taken'), 'utf8')) as [string[], Notice];
    expect(argv).toEqual(['--to', 'two words']);
    expect(body).toMatchObject({ version: 1, kind: 'begin', event: NOTICE.event });
    expect(existsSync('x')).toBe(false);
  });

  it('that fails is run again, and its complaint is named', async () => {
    const { target } = scriptTarget(`console.error('no\\nmodem'); process.exit(3);`);
    expect(await deliverNow(target, NOTICE)).toEqual({ kind: 'again', answer: 'exit code 3 (no modem)' });
  });

  it('may leave its standard input unread', async () => {
    const { target } = scriptTarget('process.exit(0);');
    const long: Notice = { ...NOTICE, host: 'h'.repeat(1_000_000) };
    expect(await deliverNow(target, long)).toMatchObject({ kind: 'sent' });
  });

  it('that is not there is named', async () => {
    const target = sampleTarget('exec', { command: '/nonexistent/on-alert' });
    expect(await deliverNow(target, NOTICE)).toEqual({
      kind: 'again',
      answer: '/nonexistent/on-alert is not installed, or not in a directory of PATH',
    });
  });

  it('that hangs is killed with all that it started', async () => {
    const folder = temporaryTree({ 'hang.sh': '#!/bin/sh\nsleep 1000 &\necho $! > "$1"\nwait\n' });
    const file = join(folder, 'pid');
    const argv = ['/bin/sh', join(folder, 'hang.sh'), file];
    const controller = new AbortController();
    const verdict = sendToProgram(
      { protocol: 'exec', argv, input: '' },
      { signal: controller.signal, ca: null, now: 0, isForbidden: null },
    );
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim()).toMatch(/^\d+$/);
    controller.abort();
    expect(await verdict).toMatchObject({ kind: 'again' });
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

/** Whether it runs; zombies do not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it.each(['', '"open', "'"])('a command %j is refused', (command) => {
  expect(() => sampleTarget('exec', { command })).toThrow('expected a program with its arguments');
});
