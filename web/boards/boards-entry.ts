/** Boards, each in place of the tables. */
import { PAGE_ACTIONS } from '../../src/show/display/page-actions.ts';
import type { Entry } from '../parts/entry.ts';
import { NO_BOARD } from './no-board.ts';

declare module '../state/view.ts' {
  interface Texts {
    /** Name of the board on show. */
    board: string;
  }
}

export const boardsEntry: Entry = {
  text: 'board',
  needs: 'hasBoards',
  isMain: true,
  load: () => import('./BoardView.vue'),
  find: () => import('./find-boards.ts'),
  actions: [
    {
      action: PAGE_ACTIONS.boards,
      run: ({ view }) => void (view.board = NO_BOARD),
    },
  ],
};
