/** `/api/otlp/{source}/v1/metrics`: numbers of programs with a client of OpenTelemetry. */
import { isSameText } from '../../net/credentials/password-check.ts';
import { createLoginThrottle } from '../../net/credentials/login-throttle.ts';
import { PushedNumbers } from '../../measure/own/pushed.ts';
import { sendValue } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { wrongToken } from '../../http/server/wrong-token.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { closed } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute, shared } from '../../http/route/route.ts';

const uses = { sources: PushedNumbers };
const HEADER = 'x-gander-token';
const ABSENT = 'There is no source of this name with this token';
const MOST_BYTES = 256 * 1024;

const guessesOf = shared(
  (sources: PushedNumbers) => sources,
  () => createLoginThrottle(() => performance.now()),
);

const nameIn = (params: unknown): string => (params as { source: string }).source;

export const otlpRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/otlp/{source}/v1/metrics',
    access: 'open',
    uses,
    mostBytes: MOST_BYTES,
    id: 'pushMetrics',
    tag: SERVICE,
    summary: 'Send numbers by OTLP in JSON',
    description:
      'For sources with `push=otlp`. The only credential is the token of the source, in the header `x-gander-token`. An unknown name and a wrong token get the same answer.',
    parameters: [inPath('source', 'Name of the source.', { type: 'string', minLength: 1 }, 'shop')],
    body: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', description: 'ExportMetricsServiceRequest.' },
          example: { resourceMetrics: [] },
        },
      },
    },
    answer: closed('ExportMetricsServiceResponse.', {
      partialSuccess: closed('What was refused.', {
        rejectedDataPoints: {
          type: 'integer',
          description: 'Refused points; `/api/plugins` has the reasons.',
        },
      }),
    }),
    says: 'The numbers were taken.',
    example: { partialSuccess: { rejectedDataPoints: 0 } },
    refusals: { '400': 'BadQuery', '404': 'UnknownName', '429': 'TooManyTokens' },
    admit:
      ({ sources }) =>
      (request) => {
        const given = request.headers[HEADER];
        const token = sources.find(nameIn(request.params))?.token;
        // The same work for an unknown name.
        const isRight = isSameText(typeof given === 'string' ? given : '', token ?? '-');
        if (token === undefined || !isRight) throw wrongToken(guessesOf(sources), request.ip, ABSENT);
      },
    handler:
      ({ sources }) =>
      async (request, reply) => {
        const source = sources.find(nameIn(request.params));
        const body = jsonIn(request);
        const [{ takeOtlp }, { Refused }] = await Promise.all([
          import('../../measure/own/formats/otlp.ts'),
          import('../../measure/own/sample.ts'),
        ]);
        try {
          const rejectedDataPoints = source === undefined ? 0 : takeOtlp(body, source.pushed);
          return sendValue(request, reply, { partialSuccess: { rejectedDataPoints } });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          throw new ApiError(400, `The metrics are not taken: ${error.message}`);
        }
      },
  }),
];
