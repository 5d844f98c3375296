import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { argsOf } from './args.ts';
import { parseCommandLine } from './parse.ts';

const NAMES = ['cpu', 'irq', 'libversion', 'mem', 'processlist'];
const args = (argv: string[], off: string[] = []) =>
  argsOf({
    values: parseCommandLine(argv).values,
    names: NAMES,
    enabled: new Set(NAMES.filter((name) => !off.includes(name))),
  });

describe('argsOf', () => {
  it('has the keys that clients of the field know, and our own', () => {
    const path = new URL('../../../test/fixtures/args-keys.json', import.meta.url);
    const known = JSON.parse(readFileSync(path, 'utf8')) as string[];
    const own = ['disable_archive', 'disable_libversion', 'enable_config_exec', 'rootfs'];
    expect(Object.keys(args([])).sort()).toEqual([...known, ...own].sort());
  });

  it('shows options as given', () => {
    expect(args(['-w', '-t', '5', '--disable-separator', '-1', '--issue', '--stdout', 'cpu'])).toMatchObject({
      webserver: true,
      is_webserver: true,
      is_standalone: false,
      time: 5,
      enable_separator: false,
      percpu: true,
      stdout_issue: true,
      stdout: 'cpu',
    });
  });

  it('knows the port that goes with the mode', () => {
    expect(args(['-w'])['port']).toBe(61208);
    expect(args([])['port']).toBe(61209);
    expect(args(['-p', '80'])['port']).toBe(80);
  });

  it('masks who runs this and how, whatever was given', () => {
    const shown = args(['-C', '/etc/x.conf', '-u', 'bob', '--snmp-community', 'c', '--snmp-auth', 'key']);
    for (const key of ['password', 'username', 'conf_file', 'snmp_community', 'snmp_user', 'snmp_auth'])
      expect(shown[key]).toBe('********');
  });

  it('says of each plugin whether it is off', () => {
    const shown = args(['--enable-plugin', 'mem'], ['cpu', 'libversion', 'irq']);
    expect(shown).toMatchObject({
      disable_cpu: true,
      enable_cpu: false,
      disable_mem: false,
      enable_mem: true,
      disable_libversion: true,
      disable_psutilversion: true,
      disable_irq: true,
      enable_irq: false,
      disable_npu: true,
      disable_hddtemp: true,
    });
    expect(shown).toMatchObject({ enable_npu: false, enable_mpp: false, enable_connections: false });
    expect(shown).not.toHaveProperty('enable_processlist');
    expect(shown).not.toHaveProperty('disable_docker');
  });
});
