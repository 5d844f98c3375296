/** Boards beside the configuration: `gander.d/boards/`. */
import { join } from 'node:path';
import { SettingsFolder } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart } from '../../core/parts/part.ts';
import { pageFlag, PageFlags } from '../../http/route/page-flags.ts';
import { Routes } from '../../http/route/route.ts';
import { boardsRoutes } from './boards-routes.ts';
import { Boards, createBoards } from './boards.ts';

export const boardsPart = definePart({
  name: 'boards',
  needs: { settings: SettingsFolder, problems: FileProblems },
  provides: Boards,
  brings: [Routes.of(boardsRoutes), PageFlags.of(pageFlag('hasBoards', { boards: Boards }))],
  open({ settings: { path }, problems }, scope) {
    const boards = createBoards(path && join(path, 'boards'), problems);
    // Says which are damaged before anybody opens the page.
    scope.onStart(() => void boards.list());
    return boards;
  },
});
