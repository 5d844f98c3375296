/** examples/gander.service under a real systemd: ready, reload, watchdog and stop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeProfile } from '../../src/export/node-profile/node-profile.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { installedAgent } from '../support/installed-agent.ts';
import { REPOSITORY } from '../support/live-agent.ts';
import { lacking, scratchFolder } from '../support/live-tools.ts';
import { canRunSystemd, type RunningSystemd, startSystemd, SYSTEMD_PROGRAMS } from '../support/systemd.ts';

const SUITE = 'the service under a real systemd';
const isWanted = lacking(SUITE, { root: true, programs: SYSTEMD_PROGRAMS }) === null;
const isPossible = isWanted && canRunSystemd();
if (isWanted && !isPossible) console.warn(`skipped: ${SUITE} (needs control groups of version 2)`);

/** Differences here: another user, since gander does not exist; a free port; a short watchdog. */
const dropIn = (command: readonly string[]): string => `[Unit]
DefaultDependencies=no
[Service]
User=nobody
Group=nogroup
ExecStart=
ExecStart=${command.join(' ')} -w -B 127.0.0.1 -p 0 --disable-autodiscover -t 0.5
Restart=no
WatchdogSec=4
`;

describe.skipIf(!isPossible)('the service', () => {
  const folder = scratchFolder();
  let systemd: RunningSystemd;

  beforeAll(async () => {
    systemd = await startSystemd(folder.path, {
      'gander.service': readFileSync(join(REPOSITORY, 'examples/gander.service'), 'utf8'),
      'gander.service.d/test.conf': dropIn(installedAgent(folder.path)),
    });
    systemd.run('systemctl', 'start', 'journal');
    systemd.run('systemctl', 'start', 'gander');
  });
  afterAll(async () => {
    await systemd?.stop();
    folder.remove();
  });

  const entries = (): { PRIORITY: string; MESSAGE: string }[] =>
    systemd
      .run('journalctl', '--unit', 'gander', '--output', 'json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { PRIORITY: string; MESSAGE: string });

  it('has started when it serves', async () => {
    const [state, status = ''] = systemd.show('gander', 'ActiveState', 'StatusText');
    expect(state).toBe('active');
    const [, address = ''] = /REST API on (\S+)/.exec(status) ?? [];
    expect((await fetch(`${address}/status`)).status).toBe(200);
  });

  it('writes its log to the journal, with levels', () => {
    const log = entries();
    expect(log).toContainEqual(
      expect.objectContaining({ PRIORITY: '4', MESSAGE: expect.stringMatching(/^No password is set/) }),
    );
    expect(log.filter(({ MESSAGE }) => MESSAGE.startsWith('REST API on'))).toEqual([
      expect.objectContaining({ PRIORITY: '6' }),
    ]);
  });

  it('is one of the units in the profile node of the metrics', async () => {
    const run = async (argv: readonly string[]) => ({
      code: 0,
      stdout: systemd.run(...argv),
      stderr: '',
      failure: null,
    });
    const { texts } = createNodeProfile(createRecordedHost(new Map(), { run }), ['systemd']);
    const text = (await texts()).join('');
    expect(text).toContain('node_scrape_collector_success{collector="systemd"} 1');
    expect(text).toMatch(
      /^node_systemd_unit_state\{name="gander\.service",state="active",type="notify\S*"\} 1$/m,
    );
    expect(text).toContain('node_systemd_service_restart_total{name="gander.service"} 0');
    expect(text).toMatch(/^node_systemd_units\{state="active"\} [1-9]/m);
  });

  it('is reloaded in the same process', async () => {
    const [before] = systemd.show('gander', 'MainPID');
    systemd.run('systemctl', 'reload', 'gander');
    const messages = () => entries().map(({ MESSAGE }) => MESSAGE);
    const read = expect.stringMatching(/^The configuration was read again/) as string;
    await expect.poll(messages, { timeout: 60_000, interval: 100 }).toContainEqual(read);
    const state = () => systemd.show('gander', 'ActiveState', 'MainPID');
    await expect.poll(state, { timeout: 60_000, interval: 100 }).toEqual(['active', before]);
  });

  it('feeds the watchdog, which ends it when its event loop stands still', async () => {
    const fed = () => systemd.show('gander', 'WatchdogTimestampMonotonic')[0];
    const first = fed();
    await expect.poll(fed, { timeout: 60_000, interval: 200 }).not.toBe(first);
    systemd.run('systemctl', 'kill', '--signal=STOP', '--kill-who=main', 'gander');
    const result = () => systemd.show('gander', 'Result')[0];
    await expect.poll(result, { timeout: 60_000, interval: 200 }).toBe('watchdog');
  });

  it('ends well', () => {
    systemd.run('systemctl', 'start', 'gander');
    systemd.run('systemctl', 'stop', 'gander');
    expect(systemd.show('gander', 'Result', 'ExecMainStatus')).toEqual(['success', '0']);
  });
});
