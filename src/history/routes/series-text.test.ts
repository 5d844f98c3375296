import { expect, it } from 'vitest';
import { Bins } from '../archive/format/bins.ts';
import { GoneError, Slice } from '../../core/slice.ts';
import { seriesText } from './series-text.ts';

const INFO = { plugin: 'cpu', item: null, field: 'total', unit: 'percent', kind: 'gauge' } as const;

it('lets others have turns while many values are written, and ends with its client', async () => {
  const bins = new Bins(1200).begin(0, 1000);
  bins.addSample(500, 500, 2.5);
  bins.addSample(1_199_500, 1000, 7);
  let turns = 0;
  const write = (most: number) =>
    seriesText(
      { info: INFO, bins: bins.finish() },
      ['avg'],
      new Slice({ ms: 0, isGone: () => ++turns > most }),
    );
  const { avg } = JSON.parse(await write(100)) as { avg: (number | null)[] };
  expect([avg.length, avg[0], avg[1], avg[1199], turns]).toEqual([1200, 2.5, null, 7, 3]);
  await expect(write(1)).rejects.toThrow(GoneError);
});
