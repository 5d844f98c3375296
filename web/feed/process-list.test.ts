import { expect, it } from 'vitest';
import { ApiProblem, type Client } from '../api/client.ts';
import { createProcessList, type Difference } from './process-list.ts';
import type { Process } from '../api/types.ts';

const { signal } = new AbortController();

const change = (position: string, rows: object[], rest: Partial<Difference> = {}): Difference => ({
  position,
  whole: false,
  gone: [],
  rows: rows as Process[],
  ...rest,
});

it('puts differences together, and rows that stay are the same objects', () => {
  const list = createProcessList({} as Client);
  const whole = [
    { key: 'pid', pid: 1, name: 'x', ppid: 0 },
    { key: 'pid', pid: 2 },
  ];
  const first = list.take(change('a.1', whole, { whole: true }));
  const second = list.take(change('a.2', [{ pid: 3, key: 'pid' }], { gone: [2] }));
  expect(second.map(({ pid }) => pid)).toEqual([1, 3]);
  expect(second[0]).toBe(first[0]);
  expect(list.take(change('a.3', [{ pid: 1, cpu_percent: 5 }]))[0]).toMatchObject({
    name: 'x',
    cpu_percent: 5,
  });
  expect(list.position).toBe('a.3');
  expect(list.take(change('a.4', []))).toBe(list.take(change('a.5', [])));
  expect(list.take(change('b.1', [{ key: 'pid', pid: 9 }], { whole: true })).map(({ pid }) => pid)).toEqual([
    9,
  ]);
  expect(list.take(change('b.2', [], { whole: true }))).toEqual([]);
});

it('asks for parents, as differences, where rows come without', async () => {
  const asked: string[] = [];
  const answers = [
    change('a.1', [{ key: 'pid', pid: 1, ppid: 0, create_time: 5 }], { whole: true }),
    change('a.2', [{ key: 'pid', pid: 2, ppid: 1, create_time: 6 }]),
  ];
  const get = (path: string) => (asked.push(path), Promise.resolve(answers.shift()));
  const list = createProcessList({ get } as unknown as Client);
  const rows = [{ pid: 1 }, { pid: 2 }] as Process[];
  await list.complete(rows, signal);
  expect(await list.complete(rows, signal)).toMatchObject([{ ppid: 0 }, { ppid: 1, create_time: 6 }]);
  expect(asked).toEqual(['api/processes', 'api/processes?since=a.1']);
});

it('asks agents that do not know them once', async () => {
  let asked = 0;
  const get = () => ((asked += 1), Promise.reject(new ApiProblem(404, 'no')));
  const list = createProcessList({ get } as unknown as Client);
  const rows = [{ pid: 1 }] as Process[];
  expect(await list.complete(rows, signal)).toBe(rows);
  expect(await list.complete(rows, signal)).toBe(rows);
  expect(asked).toBe(1);
});
