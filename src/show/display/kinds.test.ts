import { expect, it } from 'vitest';
import { kindOf } from './kinds.ts';

it.each([
  ['cpu', 'total', 'percent', 'percent'],
  ['network', 'eth0_bytes_recv_rate_per_sec', 'bytes', 'netRate'],
  ['diskio', 'sda_read_bytes_rate_per_sec', 'bytes', 'byteRate'],
  ['mem', 'used', 'bytes', 'bytes'],
  ['cpu', 'ctx_switches_rate_per_sec', 'number', 'rate'],
  ['load', 'min5', 'float', 'load'],
  ['diskio', 'sda_read_latency', 'millisecond', 'milliseconds'],
  ['containers', 'web_network_rx', 'bitpersecond', 'netRate'],
  ['sensors', 'Core 0_value', null, 'celsius'],
  ['processcount', 'total', 'number', 'count'],
  ['smart', 'value', null, 'plain'],
] as const)('kindOf %s %s', (plugin, name, unit, kind) => {
  expect(kindOf(plugin, name, unit)).toBe(kind);
});
