import { expect, it } from 'vitest';
import { ApiProblem, type Client } from '../api/client.ts';
import { createPast } from '../api/history.ts';
import { Ring } from '../store/ring.ts';
import { fillSeries } from './fill-series.ts';

it('leaves series as they are where there is no answer', async () => {
  const asked: string[] = [];
  const get = (path: string) => Promise.reject(new ApiProblem(asked.push(path) && 0, 'lost'));
  const ring = new Ring(10);
  ring.push(5, 1);
  const past = createPast({ get } as unknown as Client);
  await fillSeries(past, [{ series: { plugin: 'cpu', field: 'total' }, ring }], 160);
  expect([asked.length, ring.length]).toEqual([1, 1]);
});

it('merges the history into each series', async () => {
  const ring = new Ring(10);
  ring.push(3000, 1);
  const points = () => Promise.resolve(new Map([['cpu/total', [[1000, 5]] as const]]));
  await fillSeries({ points: points as never }, [{ series: { plugin: 'cpu', field: 'total' }, ring }], 160);
  expect(ring.length).toBe(2);
});
