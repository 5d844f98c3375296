import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keptProblems } from '../../../test/support/file-problems.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { problemIn } from '../../core/shape-check.ts';
import { BOARD_CONTENT, cleanBoard, MOST_BOARDS } from './board.ts';
import { createBoards } from './boards.ts';

const board = (name: string, title = name) => ({
  name,
  title,
  range: 0,
  tiles: [{ series: 'cpu/total', size: 'small' as const }],
});

describe('boards', () => {
  it('are files of a folder that is made with the first, readable by their owner', async () => {
    const folder = `${temporaryTree()}/gander.d/boards`;
    const boards = createBoards(folder, keptProblems().problems);
    expect(await boards.list()).toEqual({ boards: [], problems: [] });
    await boards.save(board('web', 'Web'));
    await boards.save(board('db'));
    await boards.save(board('web', 'Shop'));
    expect(statSync(`${folder}/web.json`).mode & 0o077).toBe(0);
    expect(await createBoards(folder, keptProblems().problems).list()).toEqual({
      boards: [board('db'), board('web', 'Shop')],
      problems: [],
    });
    expect([await boards.remove('db'), await boards.remove('db')]).toEqual([true, false]);
    expect((await boards.list()).boards.map(({ name }) => name)).toEqual(['web']);
  });

  it('may be written by hand; those that make no sense are named, and not overwritten', async () => {
    const folder = temporaryTree();
    const { problems: reported, sentences } = keptProblems();
    const boards = createBoards(folder, reported);
    writeFileSync(`${folder}/hand.json`, '{"title":"By hand","range":300,"tiles":[]}');
    writeFileSync(`${folder}/broken.json`, '{');
    writeFileSync(`${folder}/other.json`, '{"title":"x"}');
    writeFileSync(`${folder}/huge.json`, ' '.repeat(70_000));
    writeFileSync(`${folder}/Not a name.json`, '{');
    writeFileSync(`${folder}/notes.txt`, 'x');
    symlinkSync('/etc/hostname', `${folder}/link.json`);
    mkdirSync(`${folder}/folder.json`);
    const { boards: found, problems } = await boards.list();
    expect(found.map(({ title }) => title)).toEqual(['By hand']);
    expect(problems).toEqual([
      `${folder}/broken.json is damaged: it is not JSON`,
      expect.stringMatching(/folder\.json cannot be read: .*directory/),
      `${folder}/huge.json has more than 64 KiB`,
      expect.stringMatching(/link\.json cannot be read: .*link/),
      expect.stringMatching(/other\.json is damaged: range must be/),
    ]);
    expect(sentences[0]).toMatch(
      /broken\.json is damaged: it is not JSON\. The page does not show the board\./,
    );
    writeFileSync(`${folder}/broken.json`, '{"title":"Mended","range":300,"tiles":[]}');
    await boards.list();
    expect(reported.list()).toHaveLength(4);
    writeFileSync(`${folder}/broken.json`, '{');
    await expect(boards.save(board('broken'))).rejects.toThrow('broken.json is damaged');
    expect(readFileSync(`${folder}/broken.json`, 'utf8')).toBe('{');
  });

  it('are bounded in number', async () => {
    const folder = temporaryTree();
    const boards = createBoards(folder, keptProblems().problems);
    for (let at = 0; at < MOST_BOARDS; at += 1) await boards.save(board(`b${at}`));
    await expect(boards.save(board('more'))).rejects.toThrow(`There are ${MOST_BOARDS} boards`);
    await boards.save(board('b0', 'again'));
  });

  it('are none where no folder is known', async () => {
    expect(await createBoards(null, keptProblems().problems).list()).toEqual({ boards: [], problems: [] });
  });
});

it('titles have nothing that reorders the text around them', () => {
  const board = { range: 0, tiles: [] };
  expect(cleanBoard({ ...board, title: ' Web\u202E shop\u2069 👩\u200D💻' }).title).toBe(
    'Web shop 👩\u200D💻',
  );
  expect(problemIn(BOARD_CONTENT, { ...board, title: '\u202E' })).toMatch(/^title must be one line/);
});
