import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { describeStart, endPrograms, type RunningProgram } from './child-program.ts';
import { startDaemon } from './daemon.ts';
import { runProgram } from './run.ts';

const limits = { timeoutMs: 10_000, maxBytes: 10_000 };
const node = (script: string, ...rest: string[]): string[] => [process.execPath, '-e', script, ...rest];

/** Waits until a process has ended or is a zombie. */
async function hasEnded(pid: number): Promise<boolean> {
  for (let attempts = 0; attempts < 100; attempts++) {
    if (!existsSync(`/proc/${pid}/stat`) || / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
      return true;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return false;
}

describe('runProgram', () => {
  it('gives output and exit code', async () => {
    const script = "process.stdout.write('out ä'); process.stderr.write('err'); process.exitCode = 3";
    expect(await runProgram(node(script), limits)).toEqual({
      code: 3,
      stdout: 'out ä',
      stderr: 'err',
      failure: null,
    });
  });

  it('passes arguments as they are, without a shell', async () => {
    const hostile = ['a b', '$(id)', '; id', '"', "'", '*', ''];
    const outcome = await runProgram(
      node('console.log(JSON.stringify(process.argv.slice(1)))', ...hostile),
      limits,
    );
    expect(JSON.parse(outcome.stdout)).toEqual(hostile);
  });

  it('gives no input, the C locale, and a path with the system directories', async () => {
    const script =
      'const { LC_ALL, PATH, X } = process.env; console.log(LC_ALL, PATH, X, fs.readFileSync(0).length)';
    const outcome = await runProgram(node(script), limits, {
      PATH: '/opt/bin',
      LC_ALL: 'de_DE.UTF-8',
      X: 'x',
    });
    expect(outcome.stdout).toBe('C /opt/bin:/usr/sbin:/sbin undefined 0\n');
  });

  it('gives no secret of this process on', async () => {
    const script = 'console.log(JSON.stringify(Object.keys(process.env).sort()))';
    const environment = {
      PATH: process.env['PATH'],
      HOME: '/root',
      XDG_RUNTIME_DIR: '/run',
      GANDER_NOTIFY_OPS_WEBHOOK_URL: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      NOTIFY_SOCKET: 'x',
      NODE_OPTIONS: '',
    };
    const outcome = await runProgram(node(script), limits, environment);
    expect(JSON.parse(outcome.stdout)).toEqual(['HOME', 'LC_ALL', 'PATH', 'XDG_RUNTIME_DIR']);
  });

  it('waits for the program, not for what it started and left in the background', async () => {
    const folder = temporaryTree();
    const mark = join(folder, 'mark');
    const outcome = await runProgram(['sh', '-c', `(sleep 0.5; echo late; touch ${mark}) & echo started`], {
      timeoutMs: 5000,
      maxBytes: 1000,
    });
    expect(outcome).toEqual({ code: 0, stdout: 'started\n', stderr: '', failure: null });
    expect(existsSync(mark)).toBe(false);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true));
  });

  it('ends what a program leaves in the background where its limits say so', async () => {
    const script = 'sleep 300 & echo $!';
    const { stdout, code } = await runProgram(['sh', '-c', script], { ...limits, endsGroup: true });
    expect([code, await hasEnded(Number(stdout))]).toEqual([0, true]);
  });

  it('is ended with all it started when this process ends', async () => {
    const running = new Set<RunningProgram>();
    const mark = join(temporaryTree(), 'mark');
    const script = `sleep 300 & echo $! > ${mark}.new; mv ${mark}.new ${mark}; wait`;
    const outcome = runProgram(['sh', '-c', script], limits, process.env, running);
    expect(running.size).toBe(1);
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true));
    endPrograms(running);
    expect((await outcome).failure).toBe('sh was killed by SIGKILL');
    expect(running.size).toBe(0);
    expect(await hasEnded(Number(readFileSync(mark, 'utf8')))).toBe(true);
  });

  it('finds programs without a path in the environment', async () => {
    expect(await runProgram(['true'], limits, {})).toMatchObject({ code: 0 });
  });

  it('says when a program does not exist, may not be run, or cannot be started', async () => {
    const tree = temporaryTree({ script: '#!/bin/true\n' });
    chmodSync(join(tree, 'script'), 0o644);
    const failure = async (...argv: string[]): Promise<unknown> => {
      const outcome = await runProgram(argv, limits);
      expect(outcome).toMatchObject({ code: null, stdout: '', stderr: '' });
      return outcome.failure;
    };
    expect(await failure('no-such-program')).toBe(
      'no-such-program is not installed, or not in a directory of PATH',
    );
    expect(await failure(join(tree, 'script'))).toBe(`no permission to run ${join(tree, 'script')}`);
    expect(await failure('true', 'a\0b')).toContain('true could not be started');
    expect(await failure()).toContain('could not be started');
    expect(await failure('true', 'x'.repeat(4_000_000))).toContain('true could not be started');
  });

  it('says that a program is not installed where a directory of PATH may not be entered', () => {
    const tree = temporaryTree({ 'bin/script': '' });
    const denied = Object.assign(new Error('spawn EACCES'), { code: 'EACCES' });
    expect(describeStart('script', denied, join(tree, 'bin'))).toBe('no permission to run script');
    expect(describeStart('absent', denied, join(tree, 'bin'))).toBe(
      'absent is not installed, or not in a directory of PATH',
    );
  });

  it('survives a lack of file descriptors, and works again after it', () => {
    const module = fileURLToPath(new URL('run.ts', import.meta.url));
    const script = `import { closeSync, openSync } from 'node:fs';
      import { runProgram } from ${JSON.stringify(module)};
      const open = [];
      const failures = [];
      const run = async () => {
        const { failure } = await runProgram(['true'], ${JSON.stringify(limits)});
        failures.push(failure);
      };
      await run();
      try {
        for (;;) open.push(openSync('/dev/null'));
      } catch {}
      for (let left = 0; left < 8; left += 1) {
        await run();
        closeSync(open.pop());
      }
      for (const one of open) closeSync(one);
      await run();
      console.log(JSON.stringify(failures));`;
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script];
    const argv = ['-c', 'ulimit -n 96; exec "$@"', 'sh', ...node];
    const failures: unknown[] = JSON.parse(execFileSync('sh', argv, { encoding: 'utf8' }));
    expect(failures.at(0)).toBeNull();
    expect(failures.at(1)).toBe(
      'true could not be started: no file descriptors are left. Raise the limit of open files.',
    );
    expect(failures.at(-1)).toBeNull();
  });

  it('says which signal ended it', async () => {
    const outcome = await runProgram(node("process.kill(process.pid, 'SIGKILL')"), limits);
    expect(outcome).toMatchObject({ code: null, failure: `${process.execPath} was killed by SIGKILL` });
  });

  it('kills it and all it started when the time is over, and keeps the output until then', async () => {
    const script = "trap '' TERM; sleep 300 & echo $!; wait";
    const outcome = await runProgram(['sh', '-c', script], { ...limits, timeoutMs: 500 });
    expect(outcome).toMatchObject({ code: null, failure: 'sh did not end within 500 ms' });
    expect(await hasEnded(Number(outcome.stdout))).toBe(true);
  });

  it('ends with the signal of its limits, also where that is over before', async () => {
    const controller = new AbortController();
    const outcome = runProgram(node('console.log(process.pid); setInterval(() => {}, 1000)'), {
      ...limits,
      signal: controller.signal,
    });
    controller.abort();
    const failure = `${process.execPath} was not waited for`;
    expect(await outcome).toMatchObject({ code: null, failure });
    expect(await runProgram(node('0'), { ...limits, signal: controller.signal })).toMatchObject({ failure });
  });

  it('does not wait for a grandchild that left the group and holds the output', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['300'], { stdio: 'inherit', detached: true });
      console.log(child.pid);
      process.exit(0)`;
    const outcome = await runProgram(node(script), { ...limits, timeoutMs: 1500 });
    process.kill(Number(outcome.stdout), 'SIGKILL');
    expect([outcome.code, outcome.failure]).toEqual([0, null]);
  });

  it('ends a program that writes too much, and gives no more than the bound', async () => {
    const outcome = await runProgram(['yes'], { ...limits, maxBytes: 1000 });
    expect(outcome).toEqual({
      code: null,
      stdout: 'y\n'.repeat(500),
      stderr: '',
      failure: 'yes wrote more than 1000 bytes',
    });
  });

  it('counts output and errors together, and allows exactly the bound', async () => {
    const script = "process.stdout.write('a'.repeat(60)); process.stderr.write('b'.repeat(40))";
    expect(await runProgram(node(script), { ...limits, maxBytes: 100 })).toMatchObject({
      code: 0,
      failure: null,
    });
    const bounded = await runProgram(node(script), { ...limits, maxBytes: 99 });
    expect(bounded.failure).toContain('wrote more than 99 bytes');
    expect(bounded.stdout.length + bounded.stderr.length).toBeLessThanOrEqual(99);
  });
});

describe('startDaemon', () => {
  const running = new Set<RunningProgram>();
  const start = (script: string, more: object = {}) =>
    startDaemon(['sh', '-c', script], { ...limits, ...more }, process.env, running);

  it('asks with a line, and takes an answer up to an empty line', async () => {
    const { ask } = start(
      'echo ready; n=0; while read -r line; do n=$((n + 1)); printf "n %s\\n" $n; echo; done',
    );
    expect((await ask()).endsWith('n 1\n\n')).toBe(true);
    expect(await ask()).toBe('n 2\n\n');
    expect(await start('while read -r line; do echo; done').ask()).toBe('\n');
    endPrograms(running);
  });

  it('says how it ended, with its last words, and ends all that it started', async () => {
    const { ask } = start('read -r line; sleep 300 & echo $! >&2; exit 3');
    const { message } = (await ask().catch((error: Error) => error as Error)) as Error;
    expect(message).toMatch(/^sh ended with exit code 3: \d+$/);
    expect(await hasEnded(Number(message.split(' ').at(-1)))).toBe(true);
    await expect(ask()).rejects.toThrow(message);
    expect(running.size).toBe(0);
    await expect(startDaemon(['no-such-program'], limits).ask()).rejects.toThrow('is not installed');
    await expect(startDaemon(['true', 'a\0b'], limits).ask()).rejects.toThrow('could not be started');
  });

  it.each([
    ['read -r line; echo half; sleep 300', 'sh did not end its answer with an empty line within 300 ms'],
    ['read -r line; exec yes', 'sh wrote more than 10000 bytes'],
    ['kill -9 $$', 'sh was killed by SIGKILL'],
  ])('is ended: %s', async (script, reason) => {
    await expect(start(script, { timeoutMs: reason.includes('300') ? 300 : 20_000 }).ask()).rejects.toThrow(
      reason,
    );
    expect(running.size).toBe(0);
  });

  it('is ended when it floods without a question', async () => {
    start('exec yes');
    await vi.waitFor(() => expect(running.size).toBe(0));
  });
});
