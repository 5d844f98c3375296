/** Answers that several operations share: all errors, and "not modified". */
import { type Part, ref } from './types.ts';

/** Refusals that name their reason; the others are `Refused`. */
export type Refusal =
  | 'UnknownPlugin'
  | 'UnknownName'
  | 'UnknownEntry'
  | 'UnknownProcess'
  | 'Absent'
  | 'NotANumber'
  | 'BadCredentials'
  | 'BadStream'
  | 'BadHistory'
  | 'BadProfile'
  | 'BadQuery'
  | 'BadServer'
  | 'NoRoom'
  | 'NoArchive'
  | 'NotYetRead';

const refusal = (description: string, detail: string, headers?: Part): Part => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: ref('schemas', 'Error'), example: { detail } } },
});

/** The same answer may come as text. */
const withText = (part: Part, example: string): Part => ({
  ...part,
  content: {
    ...(part['content'] as Part),
    'text/plain': { schema: { type: 'string' }, example },
  },
});

/** The number is not one. */
const notANumber: Part = {
  description: 'A number in the path is not a whole number, or below 0.',
  content: {
    'application/json': {
      schema: ref('schemas', 'ParameterErrors'),
      example: {
        detail: [
          { type: 'int_parsing', loc: ['path', 'nb'], msg: 'Input should be a whole number', input: 'x' },
        ],
      },
    },
  },
};

const header = (description: string, example: string): Part => ({
  description,
  schema: { type: 'string' },
  example,
});

export const HEADERS: Record<string, Part> = {
  ETag: header('Names this version of the answer; send it back in If-None-Match.', '"5f3c9a1e.cpu.42"'),
};

export const RESPONSES: Record<string, Part> = {
  NotModified: {
    description: 'The client has the current version already. There is no body.',
    headers: { ETag: ref('headers', 'ETag') },
  },
  UnknownPlugin: refusal(
    'No plugin has this name, or it is switched off. The text lists those that are on.',
    'Unknown plugin cpus (available plugins: alert, cpu, mem)',
  ),
  UnknownName: refusal('There is nothing with this name.', 'Unknown argument item portt'),
  UnknownEntry: refusal(
    'The list has no such entry, or the plugin is not a list.',
    'Cannot get item percent for key /mnt in plugin fs (no such entry)',
  ),
  UnknownProcess: refusal('No process has this number.', 'Unknown PID process 99999'),
  Absent: refusal('No such field or series, or the plugin is not a list.', 'Not Found'),
  NotANumber: notANumber,
  BadStream: refusal(
    'No plugin has one of these names, or it is switched off; or `views` is neither true nor false.',
    'Unknown plugin cpus (available plugins: alert, cpu, mem)',
  ),
  BadProfile: refusal('No profile has this name.', 'Unknown profile nodes (profiles: gander, node, glances)'),
  BadHistory: refusal(
    'No plugin has one of these names, or it is switched off; a series without the name of its plugin; too many series; ' +
      'or `n` is no whole number from 1 on.',
    'series must be <plugin>/<name of the series>, such as cpu/total, not total',
  ),
  BadQuery: refusal(
    'A parameter makes no sense; the text says which, and what it may be.',
    'limit must be a whole number from 0 to 1000, not "x"',
  ),
  BadServer: refusal(
    'The server that was to answer did not, or not as an agent does; the text says what happened.',
    'nothing listens on db1:61208',
  ),
  NoRoom: refusal(
    'As many streams are open as there may be.',
    'All 100 streams are in use: close one, ask for /api/4/all from time to time instead, or raise [outputs] max_streams',
    { 'Retry-After': header('Seconds to wait.', '15') },
  ),
  NotYetRead: refusal(
    'The first read of the plugin has not ended yet, as on a machine with many processes just after the start.',
    'The first read of processlist has not ended yet: try again in a few seconds',
    { 'Retry-After': header('Seconds to wait.', '2') },
  ),
  NoArchive: refusal(
    'There is no history on disk, or too many such requests are waiting.',
    'There is no history on disk to read from: turned off by enable=False in [archive]',
    { 'Retry-After': header('Seconds to wait.', '60') },
  ),
  Refused: withText(
    refusal(
      'Any other refusal: 400 for a path that is not valid UTF-8 and, as text, for a host that is not allowed; 404 for a ' +
        'path that does not exist; 405 for a method that the path does not have (the header Allow lists those it has); ' +
        '408 for a request that takes too long to arrive; 413, 414 and 431 for a body, a path or headers that are too long.',
      'Not Found',
    ),
    'Invalid host header',
  ),
};

/** Answers of operations that ask for credentials. */
export const ACCESS_RESPONSES: Record<string, Part> = {
  BadCredentials: refusal(
    'Not JSON, or a member is missing.',
    'Missing username or password in request body',
  ),
  Unauthorized: refusal('No credentials, or wrong ones.', 'Not authenticated', {
    'WWW-Authenticate': header('The scheme to use.', 'Basic'),
  }),
  ReadOnly: refusal('An API key may only read.', 'An API key may only read'),
  TooManyGuesses: refusal(
    'Too many wrong passwords came from this address.',
    'Too many wrong passwords from this address: try again in 8 seconds',
    { 'Retry-After': header('Seconds to wait.', '8') },
  ),
};
