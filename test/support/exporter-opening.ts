/** An exporter with the keys of its section. */
import type { Exporter, Opening } from '../../src/export/exporters/exporter.ts';
import { EXPORTERS } from '../../src/export/exporters/index.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createLoader } from '../../src/net/deliver/packages.ts';
import { commonOf, defaultsOf } from './exporter-defaults.ts';

export const exporterNamed = (name: string): Exporter => {
  const found = EXPORTERS.find((exporter) => exporter.name === name);
  if (found === undefined) throw new Error(`no exporter ${name}`);
  return found;
};

export function openingOf(
  exporter: Exporter,
  options: Record<string, unknown> = {},
  host = 'testhost',
): Opening {
  return {
    options: { ...defaultsOf(exporter.options), ...options },
    common: commonOf(exporter),
    host,
    plugins,
    certificates: null,
    load: createLoader((name) => `npm install ${name}`),
  };
}
