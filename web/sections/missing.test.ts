import { expect, it } from 'vitest';
import type { PluginReport } from '../api/types.ts';
import { ofGuestsHostText, runsInText } from '../../src/core/machine-words.ts';
import { missingOf } from './missing.ts';

const reasons = (...texts: string[]): string[] => {
  const reports = texts.map(
    (reason) => ({ name: 'raid', state: 'partial', reason }) as unknown as PluginReport,
  );
  return missingOf(reports, []).map(({ reason }) => reason);
};

it('makes sentences of reasons, and leaves names at their beginning as they are', () => {
  expect(reasons('no folder is configured', 'md1: recovery 9.7 % done', '/dev/sdc sleeps.')).toEqual([
    'No folder is configured.',
    'md1: recovery 9.7 % done.',
    '/dev/sdc sleeps.',
  ]);
});

it('lacks no units where systemd has not started the machine', () => {
  const report = (state: string) => ({ name: 'units', state, reason: 'no bus' }) as unknown as PluginReport;
  expect(missingOf([report('unsupported')], [])).toEqual([]);
  expect(missingOf([report('failing')], [])).toMatchObject([{ title: 'Units', reason: 'No bus.' }]);
});

it('lacks no sensors inside a container, where none are expected', () => {
  const report = (name: string, state: string, reason: string | null) =>
    ({ name, state, reason }) as unknown as PluginReport;
  const sensors = report('sensors', 'unsupported', 'no sensors');
  const inside = report('system', 'ok', runsInText('docker'));
  expect(missingOf([sensors], []).map(({ name }) => name)).toEqual(['sensors']);
  expect(missingOf([sensors, inside], [])).toEqual([]);
  const ofHost = report('sensors', 'ok', ofGuestsHostText('these values'));
  expect(missingOf([ofHost, inside], [])).toEqual([]);
});
