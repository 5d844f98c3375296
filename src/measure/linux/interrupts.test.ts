import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseInterrupts } from './interrupts.ts';

describe('parseInterrupts', () => {
  it('reads a recorded file', () => {
    const lines = parseInterrupts(sample('interrupts'));
    expect(lines.map((line) => line.name)).toContain('36_virtio1-req.0');
    expect(lines.find((line) => line.name === 'LOC')?.count).toBeGreaterThan(1000);
    expect(lines.at(-1)?.name).toBe('PIW');
  });

  it.each<[string, string, string, number]>([
    ['a numbered line', ' 24:  1  2  IO-APIC  5-edge  ACPI:Ged', '24_ACPI:Ged', 3],
    ['devices that share a line', ' 16:  1  2  IO-APIC  16-fasteoi  ehci_hcd:usb1, snd', '16_snd', 3],
    ['a number that belongs to the name', ' 5:  1  2  3', '5_3', 3],
    ['a line without a device', ' 5:  1  2', '5', 3],
    ['a named line', 'NMI:  1  2  Non-maskable interrupts', 'NMI', 3],
    ['fewer columns than cores', 'ERR:  7', 'ERR', 7],
    ['no columns', 'MIS:', 'MIS', 0],
    ['large counters', 'LOC: 5000000000 5000000000 x', 'LOC', 1e10],
  ])('%s', (_, line, name, count) => {
    expect(parseInterrupts(bytesOf(`     CPU0   CPU8\n${line}\n`))).toEqual([{ name, count }]);
  });

  it.each(['', '   CPU0\n', '   CPU0\nno colon\n: 5\n'])('finds nothing in %j', (text) => {
    expect(parseInterrupts(bytesOf(text))).toEqual([]);
  });
});
