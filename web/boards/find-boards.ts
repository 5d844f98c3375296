/** The boards, for the switcher. */
import type { Goal } from '../parts/goal.ts';
import type { Gander } from '../state/gander.ts';
import { t } from '../../src/show/display/language.ts';
import { useBoards } from './boards.ts';

export default async function findBoards(gander: Gander): Promise<readonly Goal[]> {
  const { list, load } = useBoards(gander);
  await load();
  return (list.value?.boards ?? []).map(({ name, title, tiles }) => ({
    kind: 'board',
    key: name,
    title,
    hint: t('{count} {count|number|numbers}', { count: tiles.length }),
    run: () => void (gander.view.board = name),
  }));
}
