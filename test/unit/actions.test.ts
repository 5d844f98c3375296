/** Actions with real programs: the properties that the advisories of service.md 10.2 ask for. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createActions } from '../../src/alerts/actions/actions.ts';
import { createAgent } from '../../src/run/parts/agent.ts';
import type { Served } from '../../src/core/served.ts';
import type { Host } from '../../src/core/host.ts';
import { gauge, list, text } from '../../src/core/fields.ts';
import { definePlugin, type Plugin } from '../../src/core/plugin.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { verdict } from '../support/event-rig.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const { run } = createHost({ root: '/' });

/** A script that appends its arguments to a file: each ends with NUL, each call with SOH. */
function recorder(): { command: string; calls(): string[][]; directory: string } {
  const directory = temporaryTree();
  const [script, file] = [join(directory, 'record'), join(directory, 'calls')];
  writeFileSync(
    script,
    `for word in "$@"; do printf '%s\\0' "$word"; done >> ${file}\nprintf '\\001' >> ${file}\n`,
  );
  const calls = () => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text
      .split('\u0001')
      .slice(0, -1)
      .map((call) => call.split('\0').slice(0, -1));
  };
  return { command: `/bin/sh ${script}`, calls, directory };
}

/** Runs an action once, over an item; resolves with what was logged. */
async function act(template: string, served: Served, commands = 1): Promise<string[]> {
  const clock = createFakeClock();
  const lines: string[] = [];
  let ended = () => {};
  const done = new Promise<void>((resolve) => (ended = resolve));
  const actions = createActions({
    plugins: ['containers'],
    section: () => ({ cpu_critical_action: template }),
    refreshOf: () => 2,
    clock,
    run,
    log(_severity, line) {
      lines.push(line);
      if (lines.length === commands) ended();
    },
  });
  expect(actions.problems()).toEqual([]);
  await clock.advance(4000);
  actions.take('containers', [{ ...verdict('containers', { level: 'CRITICAL', field: 'cpu' }), served }]);
  await done;
  return lines;
}

/** Values that other agents took for syntax. */
const HOSTILE = [
  'a && touch PROOF',
  'a; touch PROOF',
  'a | touch PROOF',
  'a > PROOF',
  'a >> PROOF',
  '$(touch PROOF)',
  '`touch PROOF`',
  '" && touch PROOF && "',
  "' ; touch PROOF ; '",
  'a, touch PROOF',
  'a\ntouch PROOF',
  'a\0touch PROOF',
  '{{name}} {{{name}}}',
  '& touch PROOF &',
  '../../*',
  '',
];

/** As values arrive, with control characters as blanks. */
const harmless = (value: string): string => value.replaceAll(/[\n\0]/g, ' ');

describe('CVE-2026-32608 (GHSA-vcv2-q258-wrg7): process names in action templates', () => {
  it.each(HOSTILE)('%j stays one argument', async (name) => {
    const { command, calls, directory } = recorder();
    const value = name.replaceAll('PROOF', join(directory, 'proof'));
    await act(`${command} {{name}} "it is {{name}}" --name={{{name}}} end`, { name: value });
    const seen = harmless(value);
    expect(calls()).toEqual([[seen, `it is ${seen}`, `--name=${seen}`, 'end']]);
    expect(existsSync(join(directory, 'proof'))).toBe(false);
  });
});

describe('GHSA-73wf-9vmv-5pv9: nested values in action templates', () => {
  it.each(HOSTILE)('%j in a list or an object stays one argument', async (word) => {
    const { command, calls, directory } = recorder();
    const value = word.replaceAll('PROOF', join(directory, 'proof'));
    await act(`${command} {{cmdline}} {{cmdline.1}} {{owner.name}} end`, {
      cmdline: ['/bin/sh', value],
      owner: { name: value },
    });
    const seen = harmless(value);
    expect(calls()).toEqual([[`/bin/sh ${seen}`, seen, seen, 'end']]);
    expect(existsSync(join(directory, 'proof'))).toBe(false);
  });
});

describe('CVE-2026-33641 (GHSA-qhj7-v7h7-q4c7), CVE-2026-53925 (GHSA-3vwc-qwhc-3mj7): commands of a configuration', () => {
  const levels = { level: { header: 'n', limits: [50, 70, 90] } } as const;
  const plugin = definePlugin({
    name: 'fs',
    description: '',
    shape: 'list',
    key: 'mnt',
    weight: 'heavy',
    fields: {
      mnt: text(''),
      n: gauge('percent', '', levels),
      words: list(null, '', text('')),
    },
    create: () => ({ read: () => [{ mnt: '/home dir', n: 95, words: ['a', 'b'] }] }),
  }) as Plugin;

  async function agentWith(template: string, runActions: boolean) {
    const clock = createFakeClock();
    const lines: string[] = [];
    const ran: Promise<unknown>[] = [];
    const host = {
      clock,
      run(...[argv, limits]: Parameters<Host['run']>) {
        const outcome = run(argv, limits);
        ran.push(outcome);
        return outcome;
      },
    } as unknown as Host;
    const agent = createAgent({
      host,
      registry: [plugin],
      settings: testSettings([plugin], { fs: { '/home dir_n_critical_action': template } }),
      cores: 1,
      runActions,
      log: (severity, line) => void lines.push(`${severity} ${line}`),
    });
    void agent.sampler.start();
    await clock.advance(10_000);
    await Promise.all(ran);
    await new Promise(setImmediate);
    agent.sampler.stop();
    return { agent, lines };
  }

  it('run once for the item, from its first sample to a real program, though the plugin is heavy', async () => {
    const { command, calls } = recorder();
    const { agent, lines } = await agentWith(`${command} {{mnt}} {{n}} {{words}} {{critical}}`, true);
    expect(calls()).toEqual([['/home dir', '95', 'a b', '90']]);
    expect(lines).toEqual([
      expect.stringContaining('fs_/home dir_n_critical_action (FS_/HOME DIR_N CRITICAL)'),
    ]);
    expect(agent.sampler.states()[0]?.state).toBe('ok');
  });

  it('do not run when they are switched off, and the plugin rests', async () => {
    const { command, calls } = recorder();
    const { lines } = await agentWith(`${command} {{mnt}}`, false);
    expect([calls(), lines]).toEqual([[], ['INFO actions are configured, and switched off']]);
  });

  it('are never a pipe or a file to write to', async () => {
    const { command, calls, directory } = recorder();
    const { agent } = await agentWith(`${command} a > ${join(directory, 'proof')}`, true);
    expect([calls(), existsSync(join(directory, 'proof'))]).toEqual([[], false]);
    expect(agent.problems).toEqual([
      expect.stringContaining('[fs] /home dir_n_critical_action is not run: >'),
    ]);
  });
});

it('a program that is not there is said to be so', async () => {
  expect(await act('no-such-program-here {{name}}', { name: 'x' })).toEqual([
    expect.stringContaining('no-such-program-here is not installed'),
  ]);
});
