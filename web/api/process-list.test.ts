import { expect, it } from 'vitest';
import { ApiProblem, type Client } from './client.ts';
import { createProcessList } from './process-list.ts';

const { signal } = new AbortController();

it('puts differences together, and rows that stay are the same objects', async () => {
  const answers = [
    {
      position: 'a.1',
      whole: true,
      gone: [],
      rows: [
        { key: 'pid', pid: 1, name: 'x', ppid: 0 },
        { key: 'pid', pid: 2 },
      ],
    },
    { position: 'a.2', whole: false, gone: [2], rows: [{ pid: 3, key: 'pid' }] },
    { position: 'a.3', whole: false, gone: [], rows: [{ pid: 1, cpu_percent: 5 }] },
    { position: 'b.1', whole: true, gone: [], rows: [{ key: 'pid', pid: 9 }] },
  ];
  const asked: string[] = [];
  const client = {
    get: (path: string) => (asked.push(path), Promise.resolve(answers.shift())),
  } as unknown as Client;
  const list = createProcessList(client);
  const first = await list.load(signal);
  const second = await list.load(signal);
  expect(second.map(({ pid }) => pid)).toEqual([1, 3]);
  expect(second[0]).toBe(first[0]);
  expect((await list.load(signal))[0]).toMatchObject({ name: 'x', ppid: 0, cpu_percent: 5 });
  expect((await list.load(signal)).map(({ pid }) => pid)).toEqual([9]);
  expect(asked).toEqual(['api/processes', ...[1, 2, 3].map((at) => `api/processes?since=a.${at}`)]);
});

it('asks agents that do not know it for the whole list', async () => {
  const asked: string[] = [];
  const client = {
    get(path: string) {
      asked.push(path);
      return path === 'api/processes'
        ? Promise.reject(new ApiProblem(404, 'no'))
        : Promise.resolve([{ pid: 1 }]);
    },
  } as unknown as Client;
  const list = createProcessList(client);
  expect(await list.load(signal)).toEqual([{ pid: 1 }]);
  await list.load(signal);
  expect(await list.complete([], signal)).toEqual([]);
  expect(asked).toEqual(['api/processes', 'api/4/processlist', 'api/4/processlist']);
});
