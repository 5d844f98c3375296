import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskArguments, parseDisk, parseScan } from './smartctl.ts';

const outcome = (stdout: string) => ({ code: 0, stdout, stderr: '', failure: null });
const answer = (value: unknown) => parseDisk(outcome(JSON.stringify(value)));
const saying = (...strings: string[]) =>
  answer({ smartctl: { messages: strings.map((string) => ({ string })) }, device: { name: '/dev/sda' } });

describe('answers of disks', () => {
  it.each([
    'Device is in STANDBY mode, exit(2)',
    'Device is in SLEEP mode, exit(2)',
    'Device is in STANDBY BY COMMAND mode, exit(2)',
    'Device is in IDLE_B mode, exit(2)',
  ])('know sleep: %s', (text) => expect(saying(text)).toEqual({ kind: 'asleep' }));

  it('know sleep by the power mode of newer versions', () => {
    expect(answer({ device: {}, power_mode: { ata_value: 0 } })).toEqual({ kind: 'asleep' });
  });

  it.each([
    'Smartctl open device: /dev/sda failed: Permission denied',
    'Smartctl open device: /dev/sda failed: Operation not permitted',
  ])('know what is forbidden: %s', (text) => {
    expect(saying(text)).toEqual({ kind: 'denied', problem: text });
  });

  it('tell of other failures', () => {
    const problem = 'Read Device Identity failed: empty IDENTIFY data; A mandatory SMART command failed';
    const parts = problem.split('; ');
    expect(saying(...parts)).toEqual({ kind: 'failed', problem });
    expect(saying()).toEqual({ kind: 'failed', problem: 'smartctl says nothing of it' });
  });
});

it('makes no options of names', () => {
  const devices = ['-x', '/etc/passwd', '/dev/a b', '/dev/sda'].map((name) => ({ name, type: '-d' }));
  expect(parseScan(outcome(JSON.stringify({ devices })))).toEqual({
    devices: [{ path: '/dev/sda', type: null }],
    denied: [],
  });
  expect(diskArguments({ path: '/dev/sda', type: null })).toEqual(
    'smartctl -j --all -n standby /dev/sda'.split(' '),
  );
});

it('reads any JSON, and what is none', () => {
  const word = fc.constantFrom(
    'devices',
    'name',
    'type',
    'smartctl',
    'messages',
    'string',
    'user_capacity',
    'bytes',
    'table',
    'id',
    'ata_smart_attributes',
    'nvme_smart_health_information_log',
    'nvme_self_test_log',
    'flags',
    'raw',
    '/dev/sda',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'medium' },
      fc.jsonValue(),
      word,
      fc.dictionary(word, tie('any')),
      fc.array(tie('any'), { maxLength: 3 }),
    ),
  })).any;
  const text = fc.oneof(
    fc.string(),
    value.map((json) => JSON.stringify(json) ?? ''),
  );
  fc.assert(
    fc.property(text, (stdout) => {
      expect(['disk', 'asleep', 'denied', 'failed']).toContain(parseDisk(outcome(stdout)).kind);
      const scan = parseScan(outcome(stdout));
      if ('devices' in scan) for (const { path } of scan.devices) expect(path).toMatch(/^\/dev\//);
    }),
  );
});
