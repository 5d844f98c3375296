import { describe, expect, it } from 'vitest';
import { ApiProblem, type Client } from '../api/client.ts';
import { createExtended } from './extended.ts';

function rig(answer: (path: string) => Promise<unknown> = async () => true) {
  const asked: string[] = [];
  const client = {
    async post(path: string) {
      asked.push(path.replace('api/4/processes/extended/', ''));
      return answer(path);
    },
    async open(path: string) {
      asked.push(`closing ${path.replace('api/4/processes/extended/', '')}`);
      return new Response();
    },
  } as unknown as Client;
  return { asked, extended: createExtended(client) };
}

describe('the selected process', () => {
  it('is selected, changed, released', async () => {
    const { asked, extended } = rig();
    expect(await extended.select(7)).toBe('selected');
    expect(await extended.select(8)).toBe('selected');
    expect(await extended.select(0)).toBe('none');
    expect(await extended.select(0)).toBe('none');
    expect(asked).toEqual(['7', '8', 'disable']);
  });

  it('is the last one that was wished for', async () => {
    let free = (): void => undefined;
    const { asked, extended } = rig((path) =>
      path.endsWith('/7') ? new Promise<void>((resolve) => (free = resolve)) : Promise.resolve(),
    );
    const first = extended.select(7);
    await Promise.resolve();
    const others = [extended.select(8), extended.select(0), extended.select(9)];
    free();
    expect(await Promise.all([first, ...others])).toEqual(['selected', null, null, 'selected']);
    expect(asked).toEqual(['7', '9']);
  });

  it.each([
    [404, 'gone'],
    [0, 'failed'],
    [500, 'failed'],
  ])('answers %i: %s', async (status, expected) => {
    const { extended } = rig(() => Promise.reject(new ApiProblem(status, '')));
    expect(await extended.select(7)).toBe(expected);
  });

  it('is released when the page closes, once', async () => {
    const { asked, extended } = rig();
    extended.release();
    await extended.select(7);
    extended.release();
    extended.release();
    expect(asked).toEqual(['7', 'closing disable']);
  });
});
