import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { samplePlugins } from '../../../test/support/sample-plugins.ts';
import { ConfigError } from '../../core/errors.ts';
import { type ConfigParts, loadSettings } from './load.ts';
import { load, plugin } from '../../../test/support/load-settings.ts';

describe('loadSettings', () => {
  it('needs no file', async () => {
    const loaded = await loadSettings({
      registry: samplePlugins,
      file: null,
      files: { read: () => expect.fail('there is no file') },
    });
    const { settings } = loaded;
    expect(loaded).toMatchObject({ raw: {}, file: null, warnings: [], notices: [] });
    expect(settings.historySize).toBe(1200);
    expect([...settings.enabled]).toEqual(samplePlugins.map(({ name }) => name));
    expect(settings.section('cpu')).toEqual({});
    expect(settings.optionsOf('percpu')).toEqual({ max_cpu_display: 4 });
    expect(settings.refreshOf(plugin('cpu'))).toBe(2);
    expect(settings.refreshOf(plugin('fs'))).toBe(60);
    expect(loaded.sections.outputs).toMatchObject({
      url_prefix: '',
      cors_origins: ['*'],
      jwt_expire_minutes: 60,
    });
    expect(loaded.sections.outputs.ssl_certfile).toBeUndefined();
  });

  it('gives typed values', async () => {
    const { settings, sections, warnings } = await load(
      [
        '[global]\nrefresh = 5\nhistory_size=0\nstrftime_format=%H:%M',
        '[outputs]\nurl_prefix=/pre/\ncors_origins=http://a, http://b\nmax_processes_display=25',
        '[percpu]\nmax_cpu_display: 16',
        '[network]\nhide=eth.*\nhide_no_up=off\nalias=eth0:Wired',
      ].join('\n'),
    );
    expect(warnings).toEqual([expect.stringContaining('max_processes_display has no effect here')]);
    expect(settings.historySize).toBe(0);
    expect(sections.global.strftime_format).toBe('%H:%M');
    expect(sections.outputs).toMatchObject({
      url_prefix: '/pre',
      cors_origins: ['http://a', 'http://b'],
      max_processes_display: 25,
    });
    expect(settings.optionsOf('percpu')).toEqual({ max_cpu_display: 16 });
    expect(settings.optionsOf('network')).toEqual({
      show: [],
      hide: [expect.objectContaining({ source: 'eth.*', flags: 'i' })],
      alias: new Map([['eth0', 'Wired']]),
      hide_no_up: false,
    });
    expect(settings.section('percpu')).toEqual({ max_cpu_display: '16' });
  });

  it.each([
    ['self, https://dash.example, http://*.lan:8080, *, dash', true],
    ["'none'; script-src *", false],
    ['https://a/b', false],
    ['javascript:x', false],
  ])('takes frame_ancestors=%s: %s', async (text, isTaken) => {
    const loading = load(`[outputs]\nframe_ancestors=${text}`);
    if (isTaken) expect((await loading).sections.outputs.frame_ancestors).toEqual(text.split(', '));
    else await expect(loading).rejects.toThrow('is not self, * or an origin such as https://dash.example');
  });

  it.each([
    ['no slash', 'pre', undefined],
    ['a slash at both ends', '/pre/', '/pre'],
    ['a slash in front', '/a/b', '/a/b'],
    ['a slash alone', '/', ''],
    ['a question mark', '/a?b', undefined],
  ])('takes url_prefix with %s', async (_, text, expected) => {
    const loading = load(`[outputs]\nurl_prefix=${text}`);
    if (expected !== undefined) expect((await loading).sections.outputs.url_prefix).toBe(expected);
    else
      await expect(loading).rejects.toThrow(
        `g.conf:2: [outputs] url_prefix = ${text}: expected a path that starts with a slash, such as /monitor/.`,
      );
  });

  it('reports all wrong values at once', async () => {
    const text = [
      '[global]\nrefresh=0\nhistory_size=1000000000',
      '[cpu]\ndisable=maybe\nuser_careful=50%\ntotal_log=2',
      '[percpu]\nmax_cpu_display=4.5',
      '[network]\nhide=(\nalias=eth0',
      '[outputs]\njwt_expire_minutes=\nssl_keyfile_password=x',
      '[serverlist]\nserver_1_port=http\nserver_1_protocol=ftp',
      '[processlist]\nsort_key=size',
    ].join('\n');
    const error = await load(text).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message.split('\n')).toEqual([
      'g.conf:2: [global] refresh = 0: expected a number from 0.1 to 86400.',
      'g.conf:3: [global] history_size = 1000000000: expected a whole number from 0 to 28800.',
      'g.conf:5: [cpu] disable = maybe: expected True or False.',
      'g.conf:6: [cpu] user_careful = 50%: expected a number.',
      'g.conf:7: [cpu] total_log = 2: expected True or False.',
      'g.conf:9: [percpu] max_cpu_display = 4.5: expected a whole number.',
      'g.conf:11: [network] hide = (: "(" is not a regular expression.',
      'g.conf:12: [network] alias = eth0: expected name:label pairs separated by commas, not "eth0".',
      'g.conf:14: [outputs] jwt_expire_minutes = : expected a whole number.',
      'g.conf:17: [serverlist] server_1_port = http: expected a whole number.',
      'g.conf:18: [serverlist] server_1_protocol = ftp: expected one of rpc, rest.',
      'g.conf:20: [processlist] sort_key = size: expected one of auto, name.',
    ]);
  });

  it('tells of names that are ignored beside the mistakes, of which they may be the cause', async () => {
    const check = ({ placeOf }: ConfigParts) =>
      Promise.resolve([
        `${placeOf('cpu', 'user_careful')}: a mistake that ${placeOf('mem', 'careful')} has not.`,
      ]);
    await expect(load('[cpu]\nuser_carful=3\nuser_careful=x\n[memm]\n', {}, { check })).rejects.toThrow(
      [
        'g.conf:3: [cpu] user_careful = x: expected a number.',
        'g.conf:3: a mistake that undefined has not.',
        'g.conf:2: [cpu] has no key "user_carful"; did you mean "user_careful"? It is ignored.',
        'g.conf:4: there is no section [memm]; did you mean "mem"? It is ignored.',
      ].join('\n'),
    );
  });

  it('leaves a key without default unset when its value is empty', async () => {
    const { settings, sections } = await load(
      '[outputs]\nmax_processes_display=\nssl_certfile=\n[cpu]\nrefresh=',
    );
    expect(sections.outputs.max_processes_display).toBeUndefined();
    expect(sections.outputs.ssl_certfile).toBeUndefined();
    expect(settings.refreshOf(plugin('cpu'))).toBe(2);
  });

  it('ignores names nobody knows, and says so', async () => {
    const { warnings } = await load(
      '[cpuu]\na=1\n[cpu]\nuser_carefull=1\nx=1\n[outputs]\nurl_prefiks=/a\n[mine]\n',
    );
    expect(warnings).toEqual([
      'g.conf:1: there is no section [cpuu]; did you mean "cpu"? It is ignored.',
      'g.conf:4: [cpu] has no key "user_carefull"; did you mean "user_careful"? It is ignored.',
      'g.conf:5: [cpu] has no key "x". It is ignored.',
      'g.conf:7: [outputs] has no key "url_prefiks"; did you mean "url_prefix"? It is ignored.',
      'g.conf:8: there is no section [mine]. It is ignored.',
    ]);
  });

  it.each([
    ['cpu', 'total_careful', true],
    ['cpu', 'careful', true],
    ['cpu', 'user_critical_action', true],
    ['cpu', 'user_ok_action_repeat', true],
    ['cpu', 'total_ok', false],
    ['cpu', 'eth0_total_careful', false],
    ['mem', 'warning', true],
    ['mem', 'log', true],
    ['mem', 'ok_action', true],
    ['network', 'eth0_rx_careful', true],
    ['network', 'br-lan.7_tx_critical_action_repeat', true],
    ['network', 'rx_log', true],
    ['fs', '/home_careful', true],
    ['fs', '/home_warning_action', true],
    ['fs', 'careful_home', false],
    ['processlist', 'careful', false],
    ['libversion', 'disable', true],
    ['libversion', 'warning', false],
  ])('[%s] %s: known %s', async (section, key, known) => {
    const { warnings } = await load(`[${section}]\n${key}=1`);
    expect(warnings.filter((text) => text.includes('has no key'))).toHaveLength(known ? 0 : 1);
  });

  it('lets sections use what [DEFAULT] holds, and does not ask them to know it', async () => {
    const { settings, warnings } = await load('[DEFAULT]\nrefresh=9\nhost=me\n[cpu]\n[mem]\nrefresh=1');
    expect(warnings).toEqual([]);
    expect(settings.refreshOf(plugin('cpu'))).toBe(9);
    expect(settings.refreshOf(plugin('mem'))).toBe(1);
    expect(settings.refreshOf(plugin('percpu'))).toBe(2);
  });

  it('lets through, in one notice, what this version does not use', async () => {
    const { warnings, notices } = await load('[gpu]\na=1\n[amp_python]\ncommand=`ls`\n');
    expect(warnings).toEqual([]);
    expect(notices).toEqual(['g.conf: this version does not use [gpu], [amp_python].']);
  });

  it('knows libversion by its other name', async () => {
    const { settings, warnings, raw } = await load('[psutilversion]\ndisable=True');
    expect(warnings).toEqual([]);
    expect(settings.enabled.has('libversion')).toBe(false);
    expect(settings.section('psutilversion')).toEqual({ disable: 'True' });
    expect(raw).toEqual({ psutilversion: { disable: 'True' } });
  });

  it("says that it reads another program's file", async () => {
    const { notices } = await loadSettings({
      registry: samplePlugins,
      file: { path: '/etc/glances/glances.conf', borrowed: true },
      files: { read: () => new Uint8Array() },
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('/etc/glances/glances.conf is read');
  });

  it("loads a file in the style of the field's users", async () => {
    const { settings, sections, notices } = await load(readFileSync('test/fixtures/field.conf'));
    expect(notices).toHaveLength(1);
    expect(sections.outputs.url_prefix).toBe('/monitor');
    expect(sections.serverlist.columns).toEqual(['system:hr_name', 'load:min5']);
    expect(settings.section('passwords')).toEqual({ localhost: 'mypassword', default: 'a`b`c' });
    expect(settings.refreshOf(plugin('fs'))).toBe(60);
  });
});
