/** The configuration of the Debian package, which serves loopback without a password. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../src/run/config/files.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { guardedApi } from '../support/guarded-api.ts';

it('answers this machine under its own names, and no page of another site', async () => {
  const path = join(import.meta.dirname, '../../packaging/debian/gander.conf');
  const { sections, warnings } = await loadSettings({
    registry: plugins,
    file: { path, borrowed: false },
    files: diskFiles,
  });
  expect(warnings).toEqual([]);
  const { webui_allowed_hosts: hosts, cors_origins: origins } = sections.outputs;
  const { send } = await guardedApi({ ...(hosts && { hosts }), cors: { origins } });
  const ask = (host: string, origin: string) => send({ path: '/api/4/cpu', headers: { host, origin } });
  for (const host of ['localhost:61208', '127.0.0.1:61208', '[::1]:61208']) {
    const { status, headers } = await ask(host, 'https://evil.example');
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  }
  expect((await ask('evil.example:61208', 'http://evil.example:61208')).status).toBe(400);
});
