import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelBook, labelsOf } from './labels.ts';
import type { Sensor } from './sensor.ts';

const sensor = (chip: string, label = ''): Sensor => ({
  type: 'temperature_core',
  chip,
  label,
  path: '',
  fault: null,
  scale: 1000,
  warning: null,
  critical: null,
});

describe('labelsOf', () => {
  it('names after chip and place, and numbers what is taken', () => {
    const sensors = [
      sensor('nvme', 'Composite'),
      sensor('acpitz'),
      sensor('nvme', 'Composite'),
      sensor('nvme'),
      sensor('acpitz'),
      sensor('nvme', 'Composite'),
    ];
    const labels = ['Composite', 'acpitz 0', 'Composite 1', 'nvme 2', 'acpitz 1', 'Composite 2'];
    expect(labelsOf(sensors)).toEqual(labels);
  });

  it('numbers around labels that look like numbered ones', () => {
    expect(labelsOf([sensor('a', 'x 1'), sensor('a', 'x'), sensor('a', 'x')])).toEqual(['x 1', 'x', 'x 2']);
    expect(labelsOf([sensor('a', 'b 0'), sensor('b')])).toEqual(['b 0', 'b 1']);
  });

  it('never gives two the same', () => {
    const word = fc.stringMatching(/^(a|b|)( [0-2])?$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
        const labels = labelsOf(pairs.map(([chip, label]) => sensor(chip, label.trim())));
        expect(new Set(labels).size).toBe(pairs.length);
      }),
    );
  });
});

describe('LabelBook', () => {
  it('tells sensors of one name apart by their types', () => {
    const book = new LabelBook();
    expect(book.take('thinkpad 0', 'temperature_core')).toBe('thinkpad 0');
    expect(book.take('thinkpad 0', 'fan_speed')).toBe('thinkpad 0 fan');
    expect(book.take('thinkpad 0', 'fan_speed')).toBe('thinkpad 0 fan 1');
    const copy = book.copy();
    expect(copy.take('sda', 'temperature_hdd')).toBe('sda');
    expect(book.take('sda', 'temperature_hdd')).toBe('sda');
  });
});
