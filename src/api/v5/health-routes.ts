/** `/status` and `/healthz` at the root, by which clients of version 5 know a server. Open to everyone. */
import { loose, oneOf, text } from '../../core/shape.ts';
import { sendValue } from '../../http/server/answer.ts';
import { PUBLIC } from '../../http/server/security-headers.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { ServedRun } from '../../http/route/services.ts';

/** Release of this interface. */
const INTERFACE = '5.0.0';

const healthRoute = (path: '/status' | '/healthz', id: string) =>
  defineRoute({
    path,
    access: 'open',
    // Load balancers ask so.
    hasHead: true,
    id,
    tag: SERVICE,
    summary: 'Whether the service is up',
    description: 'The newest version of the API that the server speaks. No credentials are needed.',
    answer: loose(
      {
        status: oneOf(['ok'], 'Always ok.'),
        version: oneOf(['5'], 'Newest version of the API.'),
        glances_version: text('Version of Glances whose API this is.'),
        gander_version: text('Version of the service.'),
      },
      ['status', 'version', 'glances_version', 'gander_version'],
    ),
    says: 'The service is up.',
    example: { status: 'ok', version: '5', glances_version: INTERFACE, gander_version: '1.0.0' },
    uses: { served: ServedRun },
    handler:
      ({ served }) =>
      (request, reply) =>
        sendValue(request, reply.headers(PUBLIC), {
          status: 'ok',
          version: '5',
          glances_version: INTERFACE,
          gander_version: served.version,
        }),
  });

export const healthRoutes = [healthRoute('/status', 'getHealth'), healthRoute('/healthz', 'getHealthz')];
