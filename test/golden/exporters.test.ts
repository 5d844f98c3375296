import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import snappy from 'snappyjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cycle, Exporter } from '../../src/export/exporters/exporter.ts';
import { EXPORTERS } from '../../src/export/exporters/index.ts';
import { recordedCycles } from '../support/export-once.ts';
import { openingOf } from '../support/exporter-opening.ts';

/** The requests of each exporter for a recorded machine. `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'exporters');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';
const TIME = Date.UTC(2026, 0, 1, 12);

const OWN = /gander_(program|plugin|build)|process_|nodejs_/;
/** Without values of this process and moment; programs have enough lines elsewhere. */
const settled = (cycle: Cycle): Cycle => ({
  ...cycle,
  families: () => cycle.families().filter(({ name }) => !OWN.test(name)),
});

function plain(bytes: Uint8Array, name: string): Buffer {
  if (name === 'remote_write') return Buffer.from(snappy.uncompress(bytes));
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes);
}

/** Text unchanged, anything else as its printable parts. */
const shown = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/[^\x20-\x7e\n]+/g, ' ');

describe('what exporters send', () => {
  let cycleOf: (exporter: Exporter, time: number) => Cycle;
  beforeAll(async () => {
    cycleOf = await recordedCycles('small-vm', { plugins: [/^(load|network|fs|percpu|system|connections)$/] });
  });

  it.each(EXPORTERS.filter(({ name }) => name !== 'otlp').map((exporter) => [exporter.name, exporter] as const))('%s', (name, exporter) => {
    const options = name === 'remote_write' ? { url: new URL('http://localhost/') } : {};
    const payloads = exporter.encoder(openingOf(exporter, options))(settled(cycleOf(exporter, TIME)));
    // Requests without samples: the one with the metadata of remote write.
    expect(payloads.filter(({ samples }) => samples > 0).length).toBeGreaterThan(0);
    expect(payloads.every(({ bytes }) => bytes.length > 0)).toBe(true);
    const actual = `${payloads.map(({ bytes }) => shown(plain(bytes, name))).join('\n')}\n`;
    const file = join(folder, `${name}.txt`);
    if (isUpdate) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, actual);
    }
    expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
    expect(actual).toBe(readFileSync(file, 'utf8'));
  });

  it.each(EXPORTERS.flatMap((exporter) => (exporter.split ? [[exporter.name, exporter] as const] : [])))('%s divides a request without losing any of it', (name, exporter) => {
    const options = name === 'remote_write' ? { url: new URL('http://localhost/') } : {};
    const payloads = exporter.encoder(openingOf(exporter, options))(cycleOf(exporter, TIME));
    const payload = payloads.find(({ samples, bytes }) => samples > 1 && exporter.split?.(bytes));
    const parts: string[] = [];
    const divide = (bytes: Uint8Array): void => {
      const halves = exporter.split?.(bytes) ?? null;
      if (halves === null) parts.push(plain(bytes, name).toString('latin1'));
      else for (const half of halves) divide(half);
    };
    const whole = payload?.bytes ?? new Uint8Array();
    divide(whole);
    expect(parts.length).toBeGreaterThan(1);
    // Lines and messages put together are the whole; of JSON each part is a document with a share of the values.
    if (['couchdb', 'clickhouse', 'timescaledb', 'postgresql', 'duckdb'].includes(name)) {
      const lists = parts.map((part) => Object.values(JSON.parse(part) as Record<string, unknown[]>).at(-1) ?? []);
      const list = Object.values(JSON.parse(plain(whole, name).toString()) as Record<string, unknown[]>).at(-1);
      expect(lists.flat()).toEqual(list);
    } else expect(parts.join('')).toBe(plain(whole, name).toString('latin1'));
  });
});
