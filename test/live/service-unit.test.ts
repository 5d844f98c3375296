/** examples/gander.service: systemd accepts it, and its user has the intended access. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { installedAgent } from '../support/installed-agent.ts';
import { PROGRAM, serveLive } from '../support/live-agent.ts';
import { act, hidesProcesses, lacking, output, scratchFolder } from '../support/live-tools.ts';

const unit = readFileSync(new URL('../../examples/gander.service', import.meta.url), 'utf8');
const folder = scratchFolder();
afterAll(folder.remove);

const setting = (name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? `no ${name} in the unit`;

const unread = lacking('the unit as systemd reads it', { programs: ['systemd-analyze'] });

describe.skipIf(unread !== null)('the unit', () => {
  it('is understood, every line of it', () => {
    const path = join(folder.path, 'gander.service');
    writeFileSync(path, unit.replace('ExecStart=gander', `ExecStart=${PROGRAM}`));
    expect(output('systemd-analyze', 'verify', path)).toBe('');
  });

  it('is confined as far as the host can still be seen', () => {
    const path = join(folder.path, 'gander.service');
    writeFileSync(path, unit.replace('ExecStart=gander', `ExecStart=${PROGRAM}`));
    // "OK", of 10; what is missing would make mounts, or keep the agent from the network, from programs and cards.
    expect(() =>
      output('systemd-analyze', 'security', '--offline=true', '--threshold=42', path),
    ).not.toThrow();
  });

  it('makes no mounts of its own, which the agent would show', () => {
    for (const name of ['ProtectSystem', 'ProtectHome', 'PrivateTmp', 'DynamicUser', 'ProtectProc'])
      expect(unit).not.toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

const capabilities = (names: string): string =>
  ['-all', ...names.split(' ').map((name) => `+${name.replace('CAP_', '').toLowerCase()}`)].join(',');

/** The service manager's preparation of the program, except for another user. */
const asService = (granted: string): string[] =>
  [
    `setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs`,
    `--bounding-set ${granted} --inh-caps ${granted} --ambient-caps ${granted}`,
  ].flatMap((part) => part.split(' '));

const missing = lacking('the user of the unit', { root: true, programs: ['setpriv'] });

describe.skipIf(missing !== null)('an agent with the privileges of the unit', () => {
  const command = missing === null ? [...installedAgent(folder.path), '-w'] : [];

  interface Seen {
    name: string;
    io_counters: number[];
  }

  /** A process of root as seen by an agent with these privileges, once `check` passes. */
  async function seen(granted: string, check: (process: Seen) => void = () => {}): Promise<Seen> {
    const { pid } = act('sleep', '86421');
    const agent = await serveLive({ wrapper: asService(granted), command });
    try {
      return await vi.waitFor(async () => {
        const list = await agent.fresh<(Seen & { pid: number })[]>('processlist');
        const found = list.find((process) => process.pid === pid) ?? { name: 'not seen', io_counters: [] };
        check(found);
        return found;
      });
    } finally {
      expect((await agent.stop()).code).toBe(0);
    }
  }

  it('sees what processes of others read and write', async () => {
    expect(setting('AmbientCapabilities')).toBe(setting('CapabilityBoundingSet'));
    await seen(capabilities(setting('AmbientCapabilities')), ({ name, io_counters: io }) =>
      expect([name, io[4]]).toEqual(['sleep', 1]),
    );
  });

  it.runIf(isInThisRun('an agent without the capabilities of the unit'))(
    'would not without its capabilities',
    async () => {
      const { name, io_counters: io } = await seen('-all');
      expect([name, io[4]]).toEqual(hidesProcesses() ? ['not seen', undefined] : ['sleep', 0]);
    },
  );
});
