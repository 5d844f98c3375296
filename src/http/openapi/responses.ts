/** Replies common to several operations: all errors, and "not modified". */
import { text } from '../../core/shape.ts';
import { type Part, ref } from './types.ts';

/** Errors with their reason; the others are `Refused`. */
export type Refusal =
  | 'UnknownPlugin'
  | 'UnknownName'
  | 'UnknownEntry'
  | 'UnknownProcess'
  | 'Absent'
  | 'NotANumber'
  | 'BadCredentials'
  | 'Unauthorized'
  | 'TooManyGuesses'
  | 'TooManyTokens'
  | 'BadStream'
  | 'BadHistory'
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

/** Allows text replies, too. */
const withText = (part: Part, example: string): Part => ({
  ...part,
  content: {
    ...(part['content'] as Part),
    'text/plain': { schema: text(), example },
  },
});

/** Error for an invalid number. */
const notANumber: Part = {
  description: 'A number in the path is negative or not an integer.',
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
  schema: text(),
  example,
});

export const HEADERS: Record<string, Part> = {
  ETag: header('Version of the answer, for If-None-Match.', '"5f3c9a1e.cpu.42"'),
};

export const RESPONSES: Record<string, Part> = {
  NotModified: {
    description: 'The client already has the current version. No body.',
    headers: { ETag: ref('headers', 'ETag') },
  },
  UnknownPlugin: refusal(
    'No plugin has this name, or it is disabled. The message lists the enabled ones.',
    'Unknown plugin cpus (available plugins: alert, cpu, mem)',
  ),
  UnknownName: refusal('Nothing has this name.', 'Unknown argument item portt'),
  UnknownEntry: refusal(
    'The list has no such entry, or the plugin is not a list.',
    'Cannot get item percent for key /mnt in plugin fs (no such entry)',
  ),
  TooManyTokens: refusal(
    'Too many wrong tokens came from this address; `Retry-After` says when to try again.',
    'Too many wrong tokens from this address: try again in 4 seconds',
  ),
  UnknownProcess: refusal('No process has this pid.', 'Unknown PID process 99999'),
  Absent: refusal('No such field or series, or the plugin is not a list.', 'Not Found'),
  NotANumber: notANumber,
  BadStream: refusal(
    'A plugin is unknown or disabled, or `views` is neither true nor false.',
    'Unknown plugin cpus (available plugins: alert, cpu, mem)',
  ),
  BadHistory: refusal(
    'A plugin is unknown or disabled, a series lacks the name of its plugin, there are too many series, or `n` is not a ' +
      'positive integer.',
    'series must be <plugin>/<name of the series>, such as cpu/total, not total',
  ),
  BadQuery: refusal(
    'A parameter is invalid; the message names it and the accepted values.',
    'limit must be a whole number from 0 to 1000, not "x"',
  ),
  BadServer: refusal(
    'The other server did not answer, or not as an agent does; the message gives the reason.',
    'connection refused by db1:61208',
  ),
  NoRoom: refusal(
    'The maximum number of streams is open.',
    'All 100 streams are in use: close one, ask for /api/4/all from time to time instead, or raise [outputs] max_streams',
    { 'Retry-After': header('Seconds to wait.', '15') },
  ),
  NotYetRead: refusal(
    'The first read of the plugin has not finished yet.',
    'The first read of processlist has not ended yet: try again in a few seconds',
    { 'Retry-After': header('Seconds to wait.', '2') },
  ),
  NoArchive: refusal(
    'There is no history on disk, or too many such requests are queued.',
    'There is no history on disk to read from: turned off by enable=False in [archive]',
    { 'Retry-After': header('Seconds to wait.', '60') },
  ),
  Refused: withText(
    refusal(
      'Any other refusal. 400: the path is not valid UTF-8, or, as text, the host is not allowed. 404: the path does not exist. ' +
        '405: the path does not have the method, and the header Allow lists those it has. ' +
        '408: the request takes too long to arrive. 413, 414, 431: the body, path or headers are too long.',
      'Not Found',
    ),
    'Invalid host header',
  ),
};

/** Replies of operations that require credentials. */
export const ACCESS_RESPONSES: Record<string, Part> = {
  BadCredentials: refusal(
    'Not JSON, or a member is missing.',
    'Missing username or password in request body',
  ),
  Unauthorized: refusal('Missing or wrong credentials.', 'Not authenticated', {
    'WWW-Authenticate': header('The scheme to use.', 'Basic'),
  }),
  LacksRole: refusal(
    'The credentials lack the role in `x-role`.',
    'This needs the role operator: dashboard has the role viewer',
  ),
  TooManyGuesses: refusal(
    'Too many wrong passwords from this address.',
    'Too many wrong passwords from this address: try again in 8 seconds',
    { 'Retry-After': header('Seconds to wait.', '8') },
  ),
};
