/** Boards, each in place of the tables. */
import type { Entry } from '../parts/entry.ts';

declare module '../state/view.ts' {
  interface Texts {
    /** Name of the board on show. */
    board: string;
  }
}

/** In the address: the first board, or how to make one. */
export const NO_BOARD = '*';

export const boardsEntry: Entry = {
  text: 'board',
  needs: 'hasBoards',
  isMain: true,
  load: () => import('./BoardView.vue'),
  find: () => import('./find-boards.ts'),
  menu: {
    title: 'Boards',
    hint: 'numbers that you have put together',
    words: 'dashboard, board, tiles, widgets',
    run: ({ view }) => void (view.board = NO_BOARD),
  },
};
