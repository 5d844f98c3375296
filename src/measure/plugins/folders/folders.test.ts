import { describe, expect, it } from 'vitest';
import { pluginAgent } from '../../../../test/support/plugin-agent.ts';
import type { FolderSize } from '../../../core/host.ts';
import folders from './folders.ts';

const MB = 1e6;

/** Folders of the sizes given, in bytes; a negative one is an error number. */
function watching(section: Record<string, string>, sizes: Record<string, number>) {
  const looks: [string, number][] = [];
  const agent = pluginAgent({
    plugin: folders,
    sections: { folders: section },
    host: {
      folderSize: (path): Promise<FolderSize> => {
        looks.push([path, 0]);
        const size = sizes[path] ?? -2;
        return Promise.resolve(size < 0 ? { bytes: 0, errno: -size } : { bytes: size, errno: 0 });
      },
    },
  });
  return { agent, looks };
}

describe('folders', () => {
  it('serves sizes, and numbers where thresholds are', async () => {
    const section = { folder_1_path: '/srv/data', folder_1_careful: '2500', folder_1_warning: '3000' };
    const { items, reason } = await watching(section, { '/srv/data': 1_048_576 }).agent;
    expect(items()).toEqual([
      {
        key: 'path',
        indice: '1',
        path: '/srv/data',
        refresh: 30,
        careful: 2500,
        warning: 3000,
        critical: null,
        size: 1_048_576,
        errno: 0,
      },
    ]);
    expect(reason()).toBeNull();
  });

  it('says what to do where none is configured', async () => {
    const { items, reason } = await watching({ folder_2_careful: '5' }, {}).agent;
    expect(items()).toEqual([]);
    expect(reason()).toBe('no folder is configured: add folder_1_path to [folders]');
  });

  it('knows sizes soon after the start, and looks at each folder in its own time', async () => {
    const section = { folder_1_path: '/a', folder_1_refresh: '10', folder_9_path: '/b' };
    const { agent, looks } = watching(section, { '/a': 1, '/b': 2 });
    const { items, pass } = await agent;
    expect(items().map(({ size }) => size)).toEqual([1, 2]);
    await pass(60);
    const count = (path: string) => looks.filter(([other]) => other === path).length;
    expect([count('/a'), count('/b')]).toEqual([7, 3]);
  });

  it('leaves out a path that is there already, and says so', async () => {
    const section = { folder_1_path: '/a', folder_2_path: '/a', folder_3_careful: '1' };
    const { items, reason } = await watching(section, { '/a': 1 }).agent;
    expect(items()).toHaveLength(1);
    expect(reason()).toContain('folder_2 is not watched');
    expect(reason()).toContain('folder_3 is not watched');
  });

  it.each([
    [2, '/a, or what a link in it leads to, does not exist'],
    [13, 'no permission to read /a'],
    [20, '/a is not a folder'],
    [110, 'does not answer'],
    [7, '/a cannot be read (error 7)'],
  ])('tells what error %i means', async (errno, words) => {
    const { items, reason } = await watching({ folder_1_path: '/a' }, { '/a': -errno }).agent;
    expect(items()).toMatchObject([{ size: 0, errno }]);
    expect(reason()).toContain(words);
  });

  it('runs the documented actions, with the values of the folder', async () => {
    const sizes = { '/a': 0, '/b': 0 };
    const section = {
      refresh: '2',
      folder_1_path: '/a',
      folder_1_refresh: '2',
      folder_1_warning: '10',
      folder_1_critical: '20',
      folder_1_warning_action: 'act warn {{path}} {{size}} {{warning}}',
      folder_1_critical_action: 'act critical {{path}}',
      folder_1_error_action: 'act error {{errno}}',
      folder_2_path: '/b',
      folder_2_refresh: '2',
      folder_2_critical: '1',
    };
    const { ran, pass } = await watching(section, sizes).agent;
    await pass(10);
    expect(ran()).toEqual([]);
    // Above the threshold, not at it.
    sizes['/a'] = 10 * MB;
    sizes['/b'] = 5 * MB;
    await pass(4);
    expect(ran()).toEqual([]);
    sizes['/a'] = 10 * MB + 1;
    await pass(4);
    expect(ran()).toEqual(['warn /a 10000001 10']);
    sizes['/a'] = 21 * MB;
    await pass(4);
    expect(ran()).toEqual(['critical /a']);
    sizes['/a'] = -13;
    await pass(4);
    expect(ran()).toEqual(['error 13']);
  });

  it('raises events where that is switched on, and leaves views plain', async () => {
    const section = { refresh: '2', folder_1_path: '/a', folder_1_critical: '1', folder_1_log: 'True' };
    const { agent, pass } = await watching(section, { '/a': 3 * MB }).agent;
    await pass(10);
    expect(agent.store.latest('alert').value).toMatchObject([
      { type: 'FOLDERS_FOLDER_1', state: 'CRITICAL', max: 3 },
    ]);
  });

  it('hides what it runs', async () => {
    const section = { folder_1_path: '/a', folder_1_critical_action: 'curl --token=hunter2' };
    const { agent, items } = await watching(section, { '/a': 1 }).agent;
    expect(JSON.stringify(items())).not.toContain('curl');
    expect(JSON.stringify(agent.levels.limitsOf('folders'))).not.toContain('hunter2');
  });
});
