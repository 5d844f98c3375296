import { describe, expect, it } from 'vitest';
import type { PluginDeclaration } from './plugin-states-route.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';

describe('/api/plugins/{plugin}', () => {
  const { get } = createFakeApi();
  const ask = async (name: string): Promise<unknown> => (await get(`/api/plugins/${name}`)).json();

  it('says how a plugin is and what it serves', async () => {
    expect(await ask('fs')).toEqual({
      name: 'fs',
      state: 'ok',
      reason: null,
      refresh: 2,
      duration_ms: 0.5,
      last_sample: expect.any(Number) as number,
      enabled: true,
      description: 'File systems.',
      nulls: {},
      shape: 'list',
      key: 'mnt_point',
      fields: {
        mnt_point: {
          kind: 'text',
          unit: null,
          description: 'Where it is mounted.',
          history: false,
          null_when: [],
        },
        percent: {
          kind: 'gauge',
          unit: 'percent',
          description: 'Share used.',
          history: true,
          null_when: ['it is out of range'],
        },
        read_only: {
          kind: 'flag',
          unit: 'bool',
          description: 'Cannot be written to.',
          history: false,
          null_when: [],
        },
      },
    });
  });

  it('has plugins that are switched off, texts and objects', async () => {
    expect(await ask('wifi')).toMatchObject({ state: 'disabled', enabled: false });
    expect(await ask('uptime')).toMatchObject({ shape: 'scalar', key: null, fields: {} });
    const { fields, ...cpu } = (await ask('cpu')) as PluginDeclaration;
    expect(cpu).toMatchObject({ shape: 'object', key: null });
    expect(fields['ctx_switches']).toMatchObject({ kind: 'counter', history: true });
  });

  it('names those that there are', async () => {
    const reply = await get('/api/plugins/__proto__');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      detail: expect.stringMatching(
        /^Unknown plugin __proto__ \(available plugins: alert, .*wifi\)$/,
      ) as string,
    });
  });
});
