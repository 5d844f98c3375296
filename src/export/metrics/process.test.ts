import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessMetrics } from './process.ts';

it('tells the memory of this process in bytes, anew each time', () => {
  const own = createProcessMetrics();
  onTestFinished(() => own.stop());
  const valueOf = (name: string): number =>
    own.collect(0).find((family) => family.name === name)?.samples[0]?.value ?? Number.NaN;
  const bytesIn = (name: string): number =>
    1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
  const before = valueOf('process_virtual_memory_bytes');
  expect(before / bytesIn('VmSize')).toBeCloseTo(1, 1);
  expect(valueOf('process_resident_memory_bytes') / bytesIn('VmRSS')).toBeCloseTo(1, 1);
  // Several: V8 may free memory of earlier tests at the same time.
  const more = Array.from({ length: 8 }, () => new SharedArrayBuffer(2 ** 27));
  const added = valueOf('process_virtual_memory_bytes') - before;
  expect(added).toBeGreaterThan((more.length / 2) * 2 ** 27);
});
