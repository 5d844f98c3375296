import { expect, it } from 'vitest';
import { createRecordedApi } from '../../../test/support/recorded-api.ts';

interface Answer {
  position: string;
  whole: boolean;
  gone: number[];
  rows: { pid: number; ppid: number; name: string; create_time: number }[];
}

it('answers with all processes and their parents, and then with nothing while nothing changes', async () => {
  const { api } = await createRecordedApi('small-vm');
  const ask = async (query: string): Promise<Answer> =>
    (await api.inject({ url: `/api/processes${query}` })).json();
  const all = await ask('');
  const list = (await api.inject({ url: '/api/4/processlist' })).json<object[]>();
  expect(all.whole).toBe(true);
  expect(all.rows.length).toBe(list.length);
  expect(all.rows).toEqual(expect.arrayContaining(list.map((one) => expect.objectContaining(one) as object)));
  for (const { ppid, create_time: at } of all.rows)
    expect([typeof ppid, typeof at]).toEqual(['number', 'number']);
  expect(await ask(`?since=${all.position}`)).toEqual({ ...all, whole: false, rows: [] });
  expect((await ask('?since=other.1')).whole).toBe(true);
});
