/** `/api/boards`: named collections of values by users. */
import type { Phrase } from '../../core/phrase.ts';
import type { FastifyRequest } from 'fastify';
import {
  BOARD,
  BOARD_CONTENT,
  type Board,
  type BoardContent,
  cleanBoard,
  isBoardName,
  NAME_WORDS,
} from './board.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { inPath, jsonBody } from '../../http/openapi/parameters.ts';
import { closed, flag, listOf, NOTHING, orNull, text } from '../../core/shape.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access } from '../../http/route/services.ts';
import { Boards, BoardsFull } from './boards.ts';
import { pathParameter } from '../../http/server/params.ts';

const EXAMPLE_CONTENT: BoardContent = {
  title: 'Web shop',
  range: 21_600,
  tiles: [
    { series: 'cpu/total', size: 'wide' },
    { series: 'fs//_percent', size: 'small' },
  ],
};
const EXAMPLE: Board = { name: 'web-shop', ...EXAMPLE_CONTENT };
const NAME = inPath('name', `Name of its file: ${NAME_WORDS}.`, text(), EXAMPLE.name);

const uses = { boards: Boards, access: Access };

export const boardsRoutes = [
  defineRoute({
    path: '/api/boards',
    access: 'viewer',
    uses,
    id: 'getBoards',
    tag: SETTINGS,
    summary: 'Boards',
    description:
      'Named selections of series that users have made. Each is a file that may be edited by hand.',
    answer: closed('The boards.', {
      folder: orNull(text('Path of the folder that keeps them; null: there is none.')),
      editable: flag('Whether boards can be changed.'),
      reason: orNull(text('Reason why not; null where `editable` is true.')),
      boards: listOf(BOARD, { description: 'Boards by name.' }),
      problems: listOf(text('Why a file is left out.'), { description: 'Files that are left out.' }),
    }),
    says: 'The boards by name.',
    example: {
      folder: '/etc/gander/gander.d/boards',
      editable: true,
      reason: null,
      boards: [EXAMPLE],
      problems: [],
    },
    handler: answering(async ({ boards, access }) => {
      const reason = refusalOf(boards, access);
      return {
        folder: boards.folder,
        editable: reason === null,
        reason,
        ...(await boards.list()),
      };
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/boards/{name}',
    access: 'admin',
    uses,
    id: 'saveBoard',
    tag: SETTINGS,
    summary: 'Save a board',
    description: `${ONLY_WITH_PASSWORD} Replaces the board of this name, if there is one. A file that cannot be read is not replaced (500).`,
    parameters: [NAME],
    body: jsonBody(BOARD_CONTENT, EXAMPLE_CONTENT),
    answer: BOARD,
    says: 'The board was saved.',
    example: EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler: answering(async ({ boards, access }, request) => {
      refuse(refusalOf(boards, access));
      const board = { name: nameIn(request), ...cleanBoard(bodyOf(request, BOARD_CONTENT)) };
      await saved(`The board ${board.name}`, boards.save(board).catch(asRefusal));
      return board;
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/boards/{name}',
    access: 'admin',
    uses,
    id: 'removeBoard',
    tag: SETTINGS,
    summary: 'Remove a board',
    description: ONLY_WITH_PASSWORD,
    parameters: [NAME],
    answer: NOTHING,
    says: 'The board is gone.',
    example: {},
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async ({ boards, access }, request) => {
      refuse(refusalOf(boards, access));
      const name = nameIn(request);
      const isRemoved = await saved(`The board ${name}`, boards.remove(name));
      if (!isRemoved) throw new ApiError(404, `There is no board ${name}`);
      return {};
    }),
  }),
];

function nameIn(request: FastifyRequest): string {
  const name = pathParameter(request, 'name');
  if (!isBoardName(name)) throw new ApiError(400, `name must be ${NAME_WORDS}`);
  return name;
}

function asRefusal(error: unknown): never {
  throw error instanceof BoardsFull ? new ApiError(400, error.message) : error;
}

const refusalOf = ({ folder }: Boards, access: Access): Phrase | null =>
  withoutPassword(access, 'Boards are saved only where a password is set: start the agent with --password') ??
  (folder === null ? 'There is no folder for boards: set HOME, or name a configuration file with -C' : null);
