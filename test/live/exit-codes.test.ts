/** The exit codes of docs/command-line.md: 2 for what a user named wrongly, 1 for what is in the way. Each with one sentence. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runAgent } from '../support/built-agent.ts';
import { firstOf, isInThisRun } from '../support/full-run.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';

const folder = scratchFolder();
afterAll(folder.remove);
const MORE = 'more exit codes of the program';

const NO_FILE = '/nonexistent/file';
let count = 0;
const conf = (sections: Record<string, Record<string, string>>): string[] => [
  '-C',
  configFile(folder.path, sections, `${(count += 1)}.conf`),
];
const SERVE = ['-w', '-p', '0'];
const EXPORT = ['--export', 'csv', '-q', '-t', '1', '--stop-after', '2'];
const PRINTED = ['--stdout', 'load'];
const UNDELIVERED = /"csv" \(\/nonexistent\/file\) did not take the values: .*check the path\.\n$/;
const influx = { host: '127.0.0.1', port: '1', org: 'o', bucket: 'b', token: 't' };
const state = (): string => join(folder.path, 'state');

type Row = readonly [argv: () => string[], code: number, message: RegExp];

/** The first are in every run. */
const ROWS: readonly Row[] = [
  [() => [...EXPORT, ...PRINTED, '--export-csv-file', NO_FILE], 1, UNDELIVERED],
  [() => [...SERVE, '-B', '300.1.1.1'], 2, /300\.1\.1\.1 is no IP address: use --bind/],
  [() => [...EXPORT, '--export-csv-file', NO_FILE], 1, UNDELIVERED],
  [() => ['beat', 'add', 'a/b', '--every', '1m', '--folder', state()], 2, /"a\/b"/],
  [() => ['-s', '-p', '0', '-B', '300.1.1.1'], 2, /300\.1\.1\.1 is no IP address: use --bind/],
  [() => [...SERVE, '-B', '192.0.2.77'], 2, /is not an address of this machine/],
  [() => [...SERVE, '--rootfs', '/etc/passwd'], 2, /--rootfs: \/etc\/passwd is not the root of a host/],
  [
    () => [...SERVE, ...conf({ outputs: { ssl_certfile: NO_FILE, ssl_keyfile: NO_FILE } })],
    2,
    /ssl_certfile: \/nonexistent\/file cannot be read: there is no such file/,
  ],
  [() => [...SERVE, ...conf({ outputs: { ssl_certfile: NO_FILE } })], 2, /ssl_certfile needs ssl_keyfile/],
  [
    () => [...SERVE, ...conf({ heartbeat: { url_file: NO_FILE } })],
    2,
    /\[heartbeat\] .*there is no such file/,
  ],
  [() => [...SERVE, ...conf({ archive: { folder: 'relative' } })], 2, /\[archive\] folder.*an absolute path/],
  [() => ['--notify-test', 'nosuch'], 2, /There is no target "nosuch": the configuration has no section/],
  [
    () => ['--notify-test', 'nosuch', ...conf({ notify_ops: { type: 'ntfy', topic: 't' } })],
    2,
    /There is no target "nosuch": .* The targets are .*\bops\b/,
  ],
  [
    () => ['--notify-test', 'ops', ...conf({ notify_ops: { type: 'ntfy', topic: 't', disable: 'True' } })],
    2,
    /"ops" is turned off: remove disable=True/,
  ],
  [
    () => ['--notify-test', 'ops', ...conf({ notify_ops: { type: 'gotify', server: 'http://127.0.0.1:1' } })],
    2,
    /\[notify_ops\] needs token/,
  ],
  [
    () => [
      '--notify-test',
      'ops',
      ...conf({ notify_ops: { type: 'webhook', webhook_url: 'http://127.0.0.1:1' } }),
    ],
    1,
    /"ops" \(webhook\) did not take the test message/,
  ],
  [() => ['-c', 'nosuch.invalid', '--fetch'], 2, /has no address; check the spelling/],
  [() => ['-w', '-s'], 2, /-w --enable-rpc serves both/],
  [
    () => ['-w', '-p', '61999', '--enable-rpc', '--rpc-port', '61999'],
    2,
    /choose another port with --rpc-port/,
  ],
  [() => ['open', NO_FILE], 2, /\/nonexistent\/file cannot be read: there is no such file/],
  [() => ['open', '/etc/passwd'], 2, /no incident file of Gander/],
  [() => ['beat', 'remove', 'nosuch', '--folder', state()], 2, /There is no beat nosuch/],
  [() => ['archive', 'stat', '--folder', NO_FILE], 2, /does not exist: name the folder/],
  [() => ['archive', 'import', NO_FILE, '--folder', state()], 2, /there is no such file/],
  [() => ['alerts', 'test', '--folder', NO_FILE], 2, /does not exist: name the folder/],
  [() => ['explain', '--folder', NO_FILE], 2, /does not exist: name the folder/],
  [() => ['snapshot', '--folder', NO_FILE], 2, /does not exist: name the folder/],
  [
    () => ['--export-test', 'csv', ...conf({ csv: { disable: 'True' } })],
    2,
    /"csv" is turned off: remove disable=True/,
  ],
  [() => ['--export-test', 'csv', '--export-csv-file', NO_FILE], 1, /did not take the values/],
  [
    () => ['--export', 'influxdb2', '-q', '-t', '1', '--stop-after', '1', ...conf({ influxdb2: influx })],
    1,
    /"influxdb2" .* (did not take the values|sent nothing)/,
  ],
  [() => ['--export', 'nosuch', '-q'], 2, /there is no exporter "nosuch"/],
];

describe('the exit code', () => {
  it.each(
    firstOf(
      MORE,
      2,
      ROWS.map((row, index) => [index, ...row] as const),
    ),
  )('row %d', async (_, argv, code, message) => {
    const given = argv();
    const ended = await runAgent(...given);
    expect({ given, code: ended.code, stderr: ended.stderr }).toMatchObject({
      code,
      stderr: expect.stringMatching(message) as string,
    });
    // One mistake has one sentence, and no stack.
    expect(ended.stderr).not.toMatch(/^ +at /m);
  });

  it.runIf(isInThisRun(MORE))('is 0 where an exporter delivers', async () => {
    const ended = await runAgent(...EXPORT, '--export-csv-file', join(folder.path, 'values.csv'));
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  });
});
