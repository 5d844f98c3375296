/** `/api/otlp/{source}/v1/metrics`: numbers of programs with a client of OpenTelemetry. */
import { isSameText } from '../../net/credentials/password-check.ts';
import { createLoginThrottle } from '../../net/credentials/login-throttle.ts';
import { PushedNumbers } from '../../measure/own/pushed.ts';
import type { FastifyRequest } from 'fastify';
import { gunzip } from 'node:zlib';
import { sendValue } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { jsonIn } from '../../http/server/require-json.ts';
import { hasKeyFor } from '../../http/server/access.ts';
import { wrongToken } from '../../http/server/wrong-token.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { anyObject, closed, integer, text } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute, shared } from '../../http/route/route.ts';
import { Access } from '../../http/route/services.ts';
import { pathParameter } from '../../http/server/params.ts';

const uses = { access: Access, sources: PushedNumbers };
const HEADER = 'x-gander-token';
const ABSENT = 'There is no source of this name with this token';
const MOST_BYTES = 256 * 1024;

const PROTOBUF = 'application/x-protobuf';

const throttleOf = shared(
  (sources: PushedNumbers) => sources,
  () => createLoginThrottle(() => performance.now()),
);

export const otlpRoutes = [
  defineRoute({
    method: 'POST',
    path: '/api/otlp/{source}/v1/metrics',
    access: 'open',
    keys: 'push',
    isAudited: false,
    uses,
    mostBytes: MOST_BYTES,
    id: 'pushMetrics',
    tag: SERVICE,
    summary: 'Send numbers by OTLP',
    description:
      'For sources with `push=otlp`: JSON or protobuf, plain or with gzip. The reply has the form of the request. It needs the token of the source in the header `x-gander-token`, or an API key with the scope `push`. An unknown name and a wrong token get the same answer.',
    parameters: [inPath('source', 'Name of the source.', text(undefined, { minLength: 1 }), 'shop')],
    body: {
      required: true,
      content: {
        'application/json': {
          schema: anyObject('ExportMetricsServiceRequest.'),
          example: { resourceMetrics: [] },
        },
        [PROTOBUF]: {
          schema: text('ExportMetricsServiceRequest.', { format: 'binary' }),
          example: '',
        },
      },
    },
    answer: closed(
      'ExportMetricsServiceResponse.',
      {
        partialSuccess: closed('Rejected points; absent: none.', {
          rejectedDataPoints: integer('Refused points; `/api/plugins` has the reasons.'),
        }),
      },
      ['partialSuccess'],
    ),
    says: 'The numbers were accepted.',
    example: { partialSuccess: { rejectedDataPoints: 1 } },
    refusals: { '400': 'BadQuery', '404': 'UnknownName', '429': 'TooManyTokens' },
    admit:
      ({ access: { authenticator }, sources }) =>
      (request) => {
        const given = request.headers[HEADER];
        const token = sources.find(pathParameter(request, 'source'))?.token;
        // An unknown name takes the same time.
        const isRight = isSameText(typeof given === 'string' ? given : '', token ?? '-');
        const isAccepted = isRight || hasKeyFor(authenticator, request, 'push');
        if (token === undefined || !isAccepted) throw wrongToken(throttleOf(sources), request.ip, ABSENT);
      },
    handler:
      ({ sources }) =>
      async (request, reply) => {
        const source = sources.find(pathParameter(request, 'source'));
        const [{ takeOtlp }, { decodeOtlp, encodeOtlpReply }, { Refused }] = await Promise.all([
          import('../../measure/own/formats/otlp.ts'),
          import('../../measure/own/formats/otlp-protobuf.ts'),
          import('../../measure/own/sample.ts'),
        ]);
        const [type = ''] = (request.headers['content-type'] ?? '').split(';');
        const isProtobuf = type.trim().toLowerCase() === PROTOBUF;
        try {
          await unpack(request);
          const body = isProtobuf ? decodeOtlp(bytesOf(request)) : jsonIn(request);
          const rejectedDataPoints = source === undefined ? 0 : takeOtlp(body, source.pushed);
          if (isProtobuf) return await reply.type(PROTOBUF).send(encodeOtlpReply(rejectedDataPoints));
          const partial = rejectedDataPoints > 0 && { partialSuccess: { rejectedDataPoints } };
          return await sendValue(request, reply, { ...partial });
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          throw new ApiError(400, `The metrics are not taken: ${error.message}`);
        }
      },
  }),
];

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Replaces a compressed body. Throws an `ApiError`. */
async function unpack(request: FastifyRequest): Promise<void> {
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return;
  if (coding !== 'gzip') throw new ApiError(415, 'The content encoding must be gzip, or none');
  request.body = await new Promise<Buffer>((resolve, reject) => {
    gunzip(bytesOf(request), { maxOutputLength: MOST_BYTES }, (error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(unpackError(error));
    });
  });
}

const unpackError = (error: NodeJS.ErrnoException): ApiError =>
  error.code === 'ERR_BUFFER_TOO_LARGE'
    ? new ApiError(413, `The unpacked body has more than ${MOST_BYTES / 1024} KiB`)
    : new ApiError(400, 'The body is not compressed with gzip');
