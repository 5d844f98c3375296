import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../run/config/load.ts';
import { exporterNamed } from '../../../test/support/exporter-opening.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { resolveExporters } from './resolve.ts';

/** The exporters with these names, in a configuration. */
const resolved = (text: string, ...names: string[]) => resolvedWith(() => '', text, ...names);

async function resolvedWith(readFile: (path: string) => string, text: string, ...names: string[]) {
  const { exporters: settings, sections } = await loadSettings({
    registry: plugins,
    file: { path: 'gander.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
  });
  return resolveExporters({
    names,
    where: 'gander.conf:2: [export] enable',
    settings,
    all: sections.export,
    exporters: [exporterNamed('json'), exporterNamed('restful')],
    overrides: {},
    sources: { environment: {}, readFile },
    suggest: () => '; gander --modules-list names them.',
  });
}

describe('keys of [export]', () => {
  it('hold for sections that do not set them, and for exporters without one', async () => {
    const { running } = await resolved(
      '[export]\ninterval=30\nalign=False\nlimits=False\n[restful]\ninterval=5\n[restful_b]\nlimits=True\n',
      'restful',
      'json',
    );
    expect(
      running.map(({ name, common: { interval, align, limits } }) => [name, interval, align, limits]),
    ).toEqual([
      ['restful', 5, false, false],
      ['restful_b', 30, false, true],
      ['json', 30, false, false],
    ]);
  });

  it('leave to each exporter what they do not say', async () => {
    const { running } = await resolved('', 'json');
    expect(running[0]?.common).toMatchObject({ interval: 0, align: true, limits: true, aggregate: 'last' });
  });
});

it('a section that is turned off is told apart from one that is not asked for', async () => {
  const { running, off } = await resolved('[restful]\ndisable=True\n[restful_b]\n[json]\n', 'restful');
  expect([running, off].map((some) => some.map(({ name }) => name))).toEqual([['restful_b'], ['restful']]);
});

it('a name that no exporter has is told with its place', async () => {
  await expect(resolved('', 'influx', 'json')).rejects.toThrow(
    'gander.conf:2: [export] enable: there is no exporter "influx"; gander --modules-list names them.',
  );
});
