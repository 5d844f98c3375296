/** The scripts of examples/sources, each with a stand-in for the program that it asks. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/measure/host/run.ts';
import { parsePrometheus } from '../../src/measure/own/formats/prometheus.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const FOLDER = join(import.meta.dirname, '../../examples/sources');
const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

/** What a program prints. */
const prints = (text: string): string => `#!/bin/sh\ncat <<'END'\n${text}\nEND\n`;

const APT = `NOTE: This is only a simulation!
Inst libc6 [2.36-9] (2.36-10 Debian-Security:12/stable-security [amd64])
Inst tzdata [2024a] (2024b Debian:12.9/stable [all])
Conf libc6 (2.36-10 Debian-Security:12/stable-security [amd64])`;
const APC = 'STATUS   : ONBATT\nLOADPCT  : 21.0\nBCHARGE  : 48.0\nTIMELEFT : 15.5';
const LOGINS =
  'Failed password for root from 1.2.3.4\nAccepted password for ann\npam_unix(su): authentication failure; x';

interface Case {
  readonly script: string;
  readonly program: string;
  readonly output: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    script: 'updates.sh',
    program: 'apt-get',
    output: APT,
    values: { updates_pending: 2, updates_security: 1 },
  },
  {
    script: 'restic.sh',
    program: 'restic',
    output: `[{"time":"${HOUR_AGO}","tree":"x"}]`,
    values: { backup_age_seconds: 'hour' },
    args: ['/r', '/p'],
  },
  {
    script: 'borg.sh',
    program: 'borg',
    output: HOUR_AGO,
    values: { backup_age_seconds: 'hour' },
    args: ['/r'],
  },
  {
    script: 'zfs-snapshots.sh',
    program: 'zfs',
    output: String(Math.floor(Date.now() / 1000) - 3600),
    values: { snapshot_age_seconds: 'hour' },
    args: ['tank'],
  },
  {
    script: 'apcupsd.sh',
    program: 'apcaccess',
    output: APC,
    values: { ups_charge_percent: 48, ups_load_percent: 21, ups_left_seconds: 930, ups_on_battery: 1 },
  },
  { script: 'failed-logins.sh', program: 'journalctl', output: LOGINS, values: { failed_logins: 2 } },
];

it.each(CASES)(
  '$script reads what $program prints',
  async ({ script, program, output, values, args = [] }) => {
    const folder = temporaryTree({ [program]: prints(output) });
    chmodSync(join(folder, program), 0o755);
    const { code, stdout, stderr } = await runProgram(
      [join(FOLDER, script), ...args],
      { timeoutMs: 20_000, maxBytes: 100_000 },
      { PATH: `${folder}:/usr/bin:/bin` },
    );
    expect([code, stderr]).toEqual([0, '']);
    const { samples, refused } = parsePrometheus(stdout, Date.now(), 300_000);
    expect(refused).toEqual([]);
    const found = samples.map(({ name, value }) => [name, value > 3500 && value < 3700 ? 'hour' : value]);
    expect(Object.fromEntries(found)).toMatchObject(values);
  },
);

it('rapl.sh reads the counters of all zones', async () => {
  const zones = temporaryTree({
    'intel-rapl:0/name': 'package-0\n',
    'intel-rapl:0/energy_uj': '2500000\n',
    'intel-rapl:0:0/name': 'core\n',
    'intel-rapl:0:0/energy_uj': '1000000\n',
  });
  const limits = { timeoutMs: 20_000, maxBytes: 100_000 };
  const { stdout } = await runProgram([join(FOLDER, 'rapl.sh'), zones], limits);
  expect(
    parsePrometheus(stdout, 0, 1).samples.map(({ labels, value, about }) => [labels, value, about.kind]),
  ).toEqual([
    [
      [
        ['name', 'package-0'],
        ['zone', 'intel-rapl:0'],
      ],
      2.5,
      'counter',
    ],
    [
      [
        ['name', 'core'],
        ['zone', 'intel-rapl:0:0'],
      ],
      1,
      'counter',
    ],
  ]);
  expect(await runProgram([join(FOLDER, 'rapl.sh'), '/nonexistent'], limits)).toMatchObject({ code: 1 });
});
