/** All errors of the API. Bodies are `{"detail": …}`; clients use the status. */
import type { JsonObject } from '../../core/served.ts';

/** A problem with a parameter, as in FastAPI's validation errors, which existing clients know. */
export interface ParameterProblem {
  type: string;
  loc: [place: 'path', parameter: string];
  msg: string;
  input: string;
  ctx?: JsonObject;
}

/** An error with a status and a message for the client. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly detail: string | ParameterProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string | ParameterProblem[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'invalid parameter');
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

export const notYetRead = (name: string) =>
  new ApiError(503, `The first read of ${name} has not ended yet: try again in a few seconds`, {
    'retry-after': '2',
  });

/** @param reason why, in words */
export const lacking = (reason: string) =>
  new ApiError(503, `This cannot be answered now: ${reason}`, { 'retry-after': '5' });

export const badPath = () => new ApiError(400, 'The path is not valid percent-encoded UTF-8');

export const unknownPlugin = (name: string, enabled: readonly string[]) =>
  new ApiError(400, `Unknown plugin ${name} (available plugins: ${enabled.join(', ')})`);

export const unknownExporter = (name: string) => new ApiError(404, `There is no running exporter ${name}`);

export const badSeries = (value: string) =>
  new ApiError(400, `series must be <plugin>/<name of the series>, such as cpu/total, not ${value}`);

export const tooManySeries = (most: number, asked: number) =>
  new ApiError(
    400,
    `At most ${most} series can be asked for at a time, not ${asked}: ask again for the others`,
  );

/** An invalid parameter of a time range. */
export const badRange = (detail: string) => new ApiError(400, detail);

export const noArchive = (reason: string) =>
  new ApiError(503, `There is no history on disk to read from: ${reason}`, { 'retry-after': '60' });

export const tooBusy = () =>
  new ApiError(503, 'Too many long requests are waiting: try again in a few seconds', { 'retry-after': '5' });

/** @param whose whose streams are counted, if not all */
export const tooManyStreams = (most: number, whose = '') =>
  new ApiError(
    503,
    `All ${most} streams ${whose === '' ? '' : `${whose} `}are in use: close one, ask for /api/4/all from time to time instead, or raise [outputs] max_streams`,
    { 'retry-after': '15' },
  );

export const unknownConfigSection = (name: string) => new ApiError(400, `Unknown configuration item ${name}`);

export const unknownArgument = (name: string) => new ApiError(400, `Unknown argument item ${name}`);

export const unknownConfigKey = (section: string, key: string) =>
  new ApiError(404, `Cannot get item ${key} in config section ${section}`);

export const unknownIdentity = (plugin: string, field: string, key: string) =>
  new ApiError(404, `Cannot get item ${field} for key ${key} in plugin ${plugin} (no such entry)`);

export const unknownProcess = (pid: number) => new ApiError(404, `Unknown PID process ${pid}`);

export const notFound = () => new ApiError(404, 'Not Found');

export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError(405, 'Method Not Allowed', { allow: allowed.join(', ') });

export const pathTooLong = () => new ApiError(414, 'The path is too long');

export const notAnInteger = (parameter: string, input: string) =>
  new ApiError(422, [
    {
      type: 'int_parsing',
      loc: ['path', parameter],
      msg: 'Input should be a whole number',
      input,
    },
  ]);

export const negativeInteger = (parameter: string, input: string) =>
  new ApiError(422, [
    {
      type: 'greater_than_equal',
      loc: ['path', parameter],
      msg: 'Input should be 0 or more',
      input,
      ctx: { ge: 0 },
    },
  ]);
