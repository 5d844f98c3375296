/** The agent's boards, one list for the whole page. */
import { computed, ref, type Ref, shallowRef, type ShallowRef } from 'vue';
import { type Board, type BoardContent, isBoardName, type Tile } from '../../src/api/boards/board.ts';
import type { Client } from '../api/client.ts';
import type { Gander } from '../state/gander.ts';
import { messageOf } from '../../src/core/message-of.ts';

export interface BoardList {
  readonly folder: string | null;
  readonly editable: boolean;
  /** Why they cannot be changed. */
  readonly reason: string | null;
  readonly boards: readonly Board[];
  /** Why files are missing. */
  readonly problems: readonly string[];
}

export interface BoardsUse {
  /** Null until loaded. */
  readonly list: Readonly<ShallowRef<BoardList | null>>;
  /** Why there is no list; empty: loaded or loading. */
  readonly problem: Readonly<Ref<string>>;
  load(): Promise<void>;
  /** Rejects with the reason. */
  save(name: string, content: BoardContent): Promise<void>;
  remove(name: string): Promise<void>;
}

const lists = new WeakMap<Client, BoardsUse>();

export function useBoards({ client, rights }: Pick<Gander, 'client' | 'rights'>): BoardsUse {
  const known = lists.get(client);
  if (known !== undefined) return known;
  const list = shallowRef<BoardList | null>(null);
  const problem = ref('');
  const load = async (): Promise<void> => {
    try {
      list.value = await client.get<BoardList>('api/boards');
      problem.value = '';
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const made: BoardsUse = {
    list: computed(() => list.value && rights.limited(list.value, 'saveBoard')),
    problem,
    load,
    async save(name, content) {
      await client.post(`api/boards/${name}`, content);
      await load();
    },
    async remove(name) {
      await client.open(`api/boards/${name}`, { method: 'DELETE' });
      await load();
    },
  };
  lists.set(client, made);
  return made;
}

/** Boards can be changed: a hub forwards no changes. */
export const canEditBoards = ({ settings }: Pick<Gander, 'settings'>): boolean =>
  settings.hasBoards === true && settings.access === 'protected' && settings.hub === undefined;

/** A unique file name for a board. */
export function nameFor(title: string, taken: readonly string[]): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const base = words.slice(0, 36).replace(/-$/, '') || 'board';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (isBoardName(name) && !taken.includes(name)) return name;
  }
}

/** Returns the tiles with one of them at another place. */
export const movedTile = (tiles: readonly Tile[], from: number, to: number): readonly Tile[] =>
  tiles.toSpliced(from, 1).toSpliced(to, 0, ...tiles.slice(from, from + 1));

/** Adds series to the tiles, without duplicates. */
export function withSeries({ tiles }: Pick<BoardContent, 'tiles'>, ids: readonly string[]) {
  const has = new Set(tiles.map(({ series }) => series));
  const added = ids.filter((id) => !has.has(id)).map((series) => ({ series, size: 'small' as const }));
  return [...tiles, ...added];
}
