import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { agentProgram } from '../support/agent-program.ts';
import { runAgent, startAgent } from '../support/built-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const itInFull = it.runIf(isInThisRun('more of the command line as a program'));

describe('what is printed', () => {
  it('versions, lists and help', async () => {
    const [version, modules, help] = await Promise.all([
      runAgent('-V'),
      runAgent('--modules-list'),
      runAgent('--help'),
    ]);
    expect(version.stdout).toMatch(
      /^Gander version:\t+4\.\S+\nGander API version:\t4\nLibrary version:\t\S+\nLog file:\t+\/\S+\n$/,
    );
    expect(modules.stdout).toMatch(
      /^Plugins list: \w+(, \w+)*\nExporters list: .*\n(Exporters without their package: .*\n)?$/,
    );
    expect(help.stdout).toContain('Usage: gander');
    expect([version, modules, help].map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
  });

  itInFull('the processes that -f selects', async () => {
    const ended = await runAgent(
      '--stdout',
      'processlist.cmdline',
      '-f',
      `pid:${process.pid}`,
      '--stop-after',
      '1',
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.stdout).toContain(`processlist.${process.pid}.cmdline: [`);
  });

  itInFull('values, as often as asked for', async () => {
    const ended = await runAgent('--stdout', 'load.cpucore,uptime', '-t', '0.3', '--stop-after', '2');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^(load\.cpucore: \d+\nuptime: \{'seconds': \d+\}\n){2}$/);
  });

  it('JSON and CSV', async () => {
    const [json, csv] = await Promise.all([
      runAgent('--stdout-json', 'core,uptime', '--stop-after', '1'),
      runAgent('--stdout-csv', 'core,uptime', '-t', '0.2', '--stop-after', '3'),
    ]);
    expect(JSON.parse(json.stdout)).toEqual({
      core: { phys: expect.any(Number), log: expect.any(Number) },
      uptime: expect.stringMatching(/\d:\d\d:\d\d$/),
    });
    expect(csv.stdout).toMatch(/^core\.phys,core\.log,uptime\.seconds\n(\d+,\d+,\d+\n){2}$/);
  });

  itInFull('reports without colours where there is no terminal', async () => {
    const [issue, fetch] = await Promise.all([runAgent('--issue'), runAgent('--fetch')]);
    expect([issue.code, fetch.code]).toEqual([0, 0]);
    expect(issue.stdout).toContain('[OK]');
    expect(fetch.stdout).toContain('CPU');
    expect(issue.stdout + fetch.stdout).not.toContain('\u001b');
  });

  itInFull('all of it, however late the reader begins', async () => {
    // More than a pipe (64 KiB) or a socket (some 200 KiB) holds: arguments are cut at 4 kB.
    const verbose = Array.from({ length: 80 }, () => spawn('sh', ['-c', 'read _; :', 'x'.repeat(4000)]));
    onTestFinished(() => verbose.forEach((one) => void one.kill()));
    await Promise.all(verbose.map((one) => once(one, 'spawn')));
    const agent = [...agentProgram(), '--stdout-json', 'processlist', '--stop-after', '1'];
    const late = ['-c', '"$@" | (sleep 1; exec cat)', 'sh', ...agent];
    const env = { ...process.env, STATE_DIRECTORY: temporaryTree() };
    const { stdout } = await promisify(execFile)('sh', late, { env, maxBuffer: 1 << 26 });
    expect(stdout.length).toBeGreaterThan(300_000);
    const { processlist } = JSON.parse(stdout) as { processlist: { pid: number }[] };
    const pids = processlist.map(({ pid }) => pid);
    expect(pids).toEqual(expect.arrayContaining(verbose.map(({ pid }) => pid)));
  });

  itInFull('until nobody reads it any more', async () => {
    const agent = startAgent(['--stdout', 'uptime', '-t', '0.1']);
    await agent.printed(/uptime/);
    agent.child.stdout.destroy();
    expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
  });

  itInFull('and ends quietly where nobody reads from the start', async () => {
    const folder = temporaryTree();
    const file = join(folder, 'rows.csv');
    const start = Date.UTC(2026, 0);
    const rows = Array.from({ length: 600 }, (_, row) => `${start + row * 60_000},${row}\n`);
    writeFileSync(file, `time,cpu/total\n${rows.join('')}`);
    const archive = ['--folder', join(folder, 'archive')];
    expect(await runAgent('archive', 'import', ...archive, file)).toMatchObject({ code: 0 });
    const range = ['--from', '2026-01-01', '--to', '2026-01-02', '--step', '1s'];
    for (const argv of [
      ['archive', 'export', ...archive, ...range],
      ['archive', 'stat', ...archive],
      ['archive', '--help'],
      ['--help'],
      ['--stdout', 'uptime', '--stop-after', '1'],
      ['--stdout-json', 'cpu', '--stop-after', '1'],
      ['--fetch'],
    ]) {
      const agent = startAgent(argv);
      agent.child.stdout.destroy();
      expect([argv, await agent.ended]).toEqual([argv, expect.objectContaining({ code: 0, stderr: '' })]);
    }
  });
});
