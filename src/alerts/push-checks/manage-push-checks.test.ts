import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { readPushChecks } from './push-check-file.ts';
import { hashSecret } from '../../net/credentials/secrets-file.ts';
import { parsePushCheckArguments } from './push-check-arguments.ts';
import { managePushChecks } from './manage-push-checks.ts';

async function manage(folder: string, ...argv: string[]) {
  const parsed = parsePushCheckArguments(argv);
  if ('help' in parsed) throw new Error(parsed.help);
  return managePushChecks(parsed.command, parsed.options, folder);
}

describe('gander beat', () => {
  it('adds a beat, whose token is shown once', async () => {
    const folder = `${temporaryTree()}/state`;
    const { lines, notes } = await manage(folder, 'add', 'backup', '--every', '1d', '--grace', '1h');
    const [token = ''] = lines;
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(notes[0]).toContain('/api/beat/backup?token=<token> every 1 d');
    const path = `${folder}/beats.json`;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain(token);
    expect(readPushChecks(path)).toMatchObject([
      { name: 'backup', hash: hashSecret(token), every: 86_400_000, grace: 3_600_000 },
    ]);
    await expect(manage(folder, 'add', 'backup', '--every', '1d')).rejects.toThrow(
      'There is a beat backup already: remove it first, or choose another name.',
    );
    await expect(manage(folder, 'add', 'a/b', '--every', '1d')).rejects.toThrow('"a/b" cannot be a name');
  });

  it('lists and removes', async () => {
    const folder = temporaryTree({
      'beat-calls.json': JSON.stringify([
        { name: 'b', time: Date.UTC(2026, 10, 25), since: 0, up: true, ms: null, text: null },
      ]),
    });
    expect((await manage(folder, 'list')).notes).toEqual([`There are no beats in ${folder}/beats.json.`]);
    await manage(folder, 'add', 'a', '--every', '90s');
    await manage(folder, 'add', 'b', '--every', '2h');
    expect((await manage(folder, 'list')).lines).toEqual([
      'a\t90 s\t5 min\t-',
      'b\t2 h\t5 min\t2026-11-25T00:00:00.000Z',
    ]);
    await manage(folder, 'remove', 'a');
    expect((await manage(folder, 'list')).lines).toHaveLength(1);
    await expect(manage(folder, 'remove', 'a')).rejects.toThrow('There is no beat a in');
  });

  it('says that last calls are damaged or cannot be read, where they would look like none', async () => {
    const damaged = temporaryTree({ 'beat-calls.json': '[{' });
    await expect(manage(damaged, 'list')).rejects.toThrow(
      `${damaged}/beat-calls.json is damaged. Remove it: running programs report again.`,
    );
    const folder = temporaryTree({ 'beat-calls.json/x': '' });
    await expect(manage(folder, 'list')).rejects.toThrow(
      'beat-calls.json cannot be read: it is a directory.',
    );
  });

  it.each([
    [['add', 'x'], "required option '--every <duration>' not specified"],
    [['add', '--every', '1d'], "missing required argument 'name'"],
    [['add', 'x', '--every', 'often'], '--every: expected a duration such as 12h, 90d or 5y, not "often".'],
    [['add', 'x', '--every', '1s'], '--every: expected a duration from 10s to 400d, not "1s".'],
    [['shout'], 'beat: expected one of add, list, remove, not "shout".'],
    [['list', 'x'], 'unexpected argument "x"'],
  ])('%j is refused', (argv, words) => {
    expect(() => parsePushCheckArguments(argv)).toThrow(
      new RegExp(words.replaceAll(/[.?*+^$[\]\\(){}|-]/g, String.raw`\$&`), 'i'),
    );
  });

  it('has help', () => {
    expect(parsePushCheckArguments([])).toMatchObject({ help: expect.stringContaining('remove') as string });
    expect(parsePushCheckArguments(['add', '--help'])).toMatchObject({
      help: expect.stringContaining('--every') as string,
    });
  });
});
