/** How exporters are doing, beside the frozen versions of the API. */
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';
import { unknownExporter } from '../../http/errors.ts';

export function exportersRoute(api: FastifyInstance, { base, exports }: RouteContext): void {
  const states = () => exports?.states() ?? [];
  api.get(`${base}/api/exporters`, (request, reply) => sendValue(request, reply, states()));
  api.post<{ Params: { name: string } }>(`${base}/api/exporters/:name/flush`, (request, reply) => {
    const { name } = request.params;
    if (exports?.flush(name) !== true) throw unknownExporter(name);
    return sendValue(request, reply, null);
  });
}
