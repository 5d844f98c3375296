import { describe, expect, it } from 'vitest';
import { gauge, text } from '../../core/fields.ts';
import { listOption } from '../../core/options.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import { changesOf } from './changes.ts';
import { loadSettings } from './load.ts';

const fs: Plugin = definePlugin({
  name: 'fs',
  shape: 'list',
  key: 'mnt_point',
  description: '',
  fields: {
    mnt_point: text(''),
    percent: gauge('percent', '', { level: { header: '', limits: [50, 70, 90] } }),
  },
  options: { hide: listOption([], 'Left out.') },
  create: () => ({ read: () => [] }),
});
const REGISTRY = [fs];

const load = (file: string) =>
  loadSettings({
    registry: REGISTRY,
    file: { path: 'x.conf', borrowed: false },
    files: { read: () => Buffer.from(file) },
    flags: { options: { fs: { hide: '/flag' } } },
  });
const between = async (before: string, next: string) =>
  changesOf(await load(before), await load(next), REGISTRY);

describe('changesOf', () => {
  it.each<[string, string, string, string[], string[]]>([
    ['a threshold', '[fs]\ncareful=50', '[fs]\ncareful=60', ['[fs] careful'], []],
    ['one of an item', '', '[fs]\n/srv_critical=1', ['[fs] /srv_critical'], []],
    [
      'logging and actions',
      '[fs]\nlog=True',
      '[fs]\ncritical_action=a',
      ['[fs] log', '[fs] critical_action'],
      [],
    ],
    ['a duration', '', '[fs]\n/srv_warning_for=9', ['[fs] /srv_warning_for'], []],
    ['an option', '', '[fs]\nhide=/x', [], ['[fs] hide']],
    ['a plugin that is turned off', '', '[fs]\ndisable=True', [], ['[fs] disable']],
    ['targets', '', '[notify_a]\ntype=ntfy\ntopic=x', ['[notify_a] type', '[notify_a] topic'], []],
    ['their common options', '', '[notify]\ntimeout=5', ['[notify] timeout'], []],
    ['a section that is gone', '[global]\nrefresh=3', '', [], ['[global] refresh']],
    ['names of servers', '', '[passwords]\nweb=abc', [], ['[passwords]']],
    ['a section that nobody reads', '', '[unknown]\nx=1', [], []],
    ['no change', '[fs]\ncareful=1', '# same\n[fs]\ncareful = 1', [], []],
  ])('tells %s', async (_of, before, next, taken, needRestart) => {
    expect(await between(before, next)).toMatchObject({ taken, needRestart });
  });

  it('says what is in force', async () => {
    const { inForce } = await between(
      '[fs]\nhide=/a\ncareful=50\n[global]\nrefresh=3',
      '[fs]\nhide=/b\ncareful=60\n[global]\nrefresh=4\n[outputs]\nurl_prefix=/x',
    );
    expect(inForce.raw).toEqual({ fs: { hide: '/a', careful: '60' }, global: { refresh: '3' } });
    expect(inForce.settings.section('fs')).toEqual({ hide: '/a,/flag', careful: '60' });
  });

  it('compares with what is in force, not with what was asked for before', async () => {
    const first = await between('', '[fs]\nhide=/a\ncareful=60');
    const second = changesOf(first.inForce, await load('[fs]\nhide=/a\ncareful=70'), REGISTRY);
    expect(second).toMatchObject({ taken: ['[fs] careful'], needRestart: ['[fs] hide'] });
    expect(changesOf(second.inForce, await load(''), REGISTRY)).toMatchObject({ needRestart: [] });
  });
});
