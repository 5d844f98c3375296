import { expect, it, onTestFinished } from 'vitest';
import { createFakeAgent } from '../../../test/support/fake-agent.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { featuresWith } from '../../../test/support/features.ts';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { fakeAuthenticator } from '../../../test/support/guarded-api.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { give } from '../../core/parts/service.ts';
import { UNPROTECTED } from '../../http/server/protection.ts';
import { createApiKey, hashApiKey } from '../../net/credentials/api-key.ts';
import { Boards, createBoards } from '../boards/boards.ts';
import type { Wall } from './wall-route.ts';

const BOARD = {
  title: 'Web shop',
  range: 0,
  tiles: [
    { series: 'cpu/total', size: 'wide' },
    { series: 'processlist/1_cpu_percent', size: 'small' },
    { series: 'nothing/here', size: 'small' },
  ],
};

function rig() {
  const folder = temporaryTree({ 'shop.json': JSON.stringify(BOARD), 'other.json': JSON.stringify(BOARD) });
  const [ofBoard, ofVerdict, ofLostBoard] = [createApiKey(), createApiKey(), createApiKey()];
  const keyed = (key: string, name: string, board?: string) => ({
    name,
    hash: hashApiKey(key),
    created: '',
    scope: 'wall' as const,
    ...(board !== undefined && { board }),
  });
  const keys = [
    keyed(ofBoard, 'shop', 'shop'),
    keyed(ofVerdict, 'verdict'),
    keyed(ofLostBoard, 'lost', 'gone'),
  ];
  const authenticator = fakeAuthenticator({ keys });
  const { api } = createFakeApi(createFakeAgent(), {
    features: featuresWith(give(Boards, createBoards(folder, keptProblems().problems))),
    protection: { ...UNPROTECTED, authenticator },
  });
  onTestFinished(() => api.close());
  const ask = async (key: string, url = '/api/wall') => {
    const reply = await api.inject({ url, headers: { authorization: `Bearer ${key}` } });
    return { status: reply.statusCode, value: reply.json<Wall>() };
  };
  return { ask, authenticator, ofBoard, ofVerdict, ofLostBoard };
}

it('a key of a board sees the numbers of this board, and none of processes', async () => {
  const { ask, ofBoard } = rig();
  const { value } = await ask(ofBoard);
  expect(value.title).toBe('Web shop');
  expect(value.tiles).toEqual([
    expect.objectContaining({ plugin: 'cpu', item: null, field: 'total', size: 'wide', unit: 'percent' }),
  ]);
  expect(JSON.stringify(value)).not.toMatch(/processlist|cmdline/);
});

it('a key without a board sees the verdict, and one of a board that is gone nothing', async () => {
  const { ask, ofVerdict, ofLostBoard } = rig();
  expect((await ask(ofVerdict)).value).toMatchObject({ title: null, tiles: [] });
  expect((await ask(ofLostBoard)).status).toBe(404);
});

it('opens nothing else, and ends when the key is removed', async () => {
  const { ask, authenticator, ofBoard } = rig();
  for (const url of ['/api/boards', '/api/4/all', '/api/verdict', '/api/me', '/api/stream', '/metrics'])
    expect((await ask(ofBoard, url)).status, url).toBe(403);
  authenticator.replaceKeys([]);
  expect((await ask(ofBoard)).status).toBe(401);
});
