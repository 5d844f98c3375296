import { expect, it } from 'vitest';
import type { PluginReport } from '../api/types.ts';
import { ofGuestsHostText, runsInText } from '../../src/core/machine-words.ts';
import { plain, type Reason, say, together } from '../../src/core/said.ts';
import { speak } from '../../src/show/display/language.ts';
import { catalogueOf } from '../../test/support/catalogues.ts';
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

it('writes reasons in the language of the reader; older agents have them in English only', () => {
  const said = together([say('no folder is configured: add folder_1_path to [folders]'), 'EPERM'] as const);
  const old = { name: 'folders', state: 'unsupported', reason: 'old' };
  const shown = (): string[] =>
    missingOf([{ ...old, reason_said: said }, old] as unknown as PluginReport[], []).map(
      ({ reason }) => reason,
    );
  try {
    speak('zh', catalogueOf('zh'));
    expect(shown()).toEqual(['未配置任何文件夹：请在 [folders] 中添加 folder_1_path; EPERM。', 'old。']);
    speak('de', catalogueOf('de'));
    expect(shown()[0]).toBe('Kein Ordner ist eingerichtet: folder_1_path in [folders] hinzufügen; EPERM.');
  } finally {
    speak('en', {});
  }
});

it('lacks no units where systemd has not started the machine', () => {
  const report = (state: string) => ({ name: 'units', state, reason: 'no bus' }) as unknown as PluginReport;
  expect(missingOf([report('unsupported')], [])).toEqual([]);
  expect(missingOf([report('failing')], [])).toMatchObject([{ title: 'Units', reason: 'No bus.' }]);
});

it('lacks no sensors inside a container, where none are expected', () => {
  const report = (name: string, state: string, reason: Reason) =>
    ({ name, state, reason: plain(reason) }) as unknown as PluginReport;
  const sensors = report('sensors', 'unsupported', 'no sensors');
  const inside = report('system', 'ok', runsInText('docker') ?? '');
  expect(missingOf([sensors], []).map(({ name }) => name)).toEqual(['sensors']);
  expect(missingOf([sensors, inside], [])).toEqual([]);
  const ofHost = report('sensors', 'ok', ofGuestsHostText('these values'));
  expect(missingOf([ofHost, inside], [])).toEqual([]);
});
