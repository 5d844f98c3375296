/** Levels of single values, as the views of a plugin show them. */
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/measure/levels/judge.ts';
import { limitsOf } from '../../src/measure/levels/limits.ts';
import type { PluginValue, Served, View } from '../../src/core/served.ts';
import { viewsOf } from '../../src/measure/levels/views.ts';
import { Visibility } from '../../src/measure/levels/visibility.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { plugins } from '../../src/measure/plugins/index.ts';

export type Section = Record<string, string>;

export type Row = [what: string, served: Served, section: Section, decorations: Section];

export const CORES = 2;

export function viewsWith(name: string, served: PluginValue, section: Section): Served {
  const plugin = plugins.find((plugin) => plugin.name === name);
  if (plugin === undefined) throw new Error(`no plugin ${name}`);
  const limits = limitsOf(plugin, { section, historySize: 10, cores: CORES });
  const visibility = new Visibility(plugin, limits);
  visibility.update(served);
  return viewsOf({ plugin, limits, judge: createJudge(plugin, limits), visibility }, served);
}

const decorations = (views: Served, among: readonly string[]): Section =>
  Object.fromEntries(among.map((name) => [name, (views[name] as View).decoration]));

/** Checks the decorations of an object, or of the one item of a list. */
export function checks(plugin: string, key: string | null, rows: Row[]): void {
  describe(plugin, () => {
    it.each(rows)('%s', (_what, served, section, expected) => {
      const views = viewsWith(plugin, key === null ? served : [served], section);
      const item = key === null ? views : (views[String(served[key])] as Served);
      expect(decorations(item, Object.keys(expected))).toEqual(expected);
    });
  });
}

/** Checks the levels of fields of one item, which need no views. */
export function judges(plugin: Plugin, rows: Row[]): void {
  describe(plugin.name, () => {
    it.each(rows)('%s', (_what, served, section, expected) => {
      const judge = createJudge(plugin, limitsOf(plugin, { section, historySize: 10, cores: CORES }));
      const levels = Object.fromEntries(judge([served]).map(({ field, level }) => [field, level]));
      expect(levels).toMatchObject(expected);
    });
  });
}

const LINK = { interface_name: 'eth0', bytes_recv: 9, bytes_sent: 9, speed: 1000, is_up: true };

export const rates = (received: number, sent: number, more: object = {}) => ({
  ...LINK,
  bytes_recv_rate_per_sec: received,
  bytes_sent_rate_per_sec: sent,
  ...more,
});

export const DISK = {
  disk_name: 'sda',
  read_bytes: 1,
  write_bytes: 1,
  read_bytes_rate_per_sec: 500,
  write_bytes_rate_per_sec: 500,
  read_latency: 20,
  write_latency: 60,
};
