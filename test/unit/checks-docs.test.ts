/** The examples of docs/checks.md, loaded verbatim. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createActions } from '../../src/alerts/actions/actions.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/checks.md'), 'utf8');
const headers = new Set<string>();
/** One configuration: an example that continues the previous section repeats its header. */
const examples = [...page.matchAll(/```ini\n([^]*?)```/g)]
  .map(([, text = '']) => text)
  .join('\n')
  .replaceAll(/^\[.*\]$/gm, (header) => (headers.size === headers.add(header).size ? '' : header));

it('the examples of docs/checks.md are right', async () => {
  const { settings, warnings } = await loadSettings({
    registry: plugins,
    file: { path: 'checks.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(examples) },
  });
  expect(warnings).toEqual([]);
  expect(settings.optionsOf('folders')['folders']).toMatchObject([
    { name: '1', values: { path: '/var/log', critical: 3000, refresh: 60 } },
    { name: '2', values: { path: '/srv/backup', refresh: 30 } },
  ]);
  expect(settings.optionsOf('ports')).toMatchObject({
    ports: [
      { values: { port: 5432, rtt_warning: 200 } },
      { values: { host: '2001:db8::1', port: 0, refresh: 10 } },
      { values: { banner: /^220 .*ESMTP/ } },
      { values: { dns: 'example.org', dns_type: 'mx' } },
      { values: { pings: 5 } },
    ],
    webs: [
      { values: { ssl_verify: true } },
      { values: { ssl_verify: false } },
      { values: { json_value: 'ok' } },
      { values: { keyword: 'All systems operational' } },
    ],
  });
  expect(settings.optionsOf('amps')['amps']).toMatchObject([
    { name: 'python', values: { enable: true, countmax: 20 } },
    { name: 'conntrack', values: { command: expect.stringContaining('&&') as string } },
    { name: 'nginx' },
    { name: 'systemd', values: { one_line: true, systemctl_cmd: '/bin/systemctl --plain' } },
  ]);
  const actions = createActions({
    plugins: ['folders', 'ports', 'amps'],
    section: settings.section,
    refreshOf: () => 2,
    clock: createFakeClock(),
    run: () => expect.unreachable(),
    log: () => {},
  });
  expect(actions.problems()).toEqual([]);
});
