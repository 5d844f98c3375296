/** `/status` and `/pluginslist`: the version of the service, and the enabled plugins. */
import { listOf, loose, text } from '../../core/shape.ts';
import { Body } from '../../http/body/body.ts';
import { sendBody, sendValue } from '../../http/server/answer.ts';
import { PUBLIC } from '../../http/server/security-headers.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { asksForExtra, EXTRA_PARAMETER, listedNames } from './plugin-lists.ts';
import { defineRoute, type RouteFamily } from '../../http/route/route.ts';
import { ServedRun } from '../../http/route/services.ts';

export const serviceRoutes: RouteFamily = ({ plugins, version }) => [
  defineRoute({
    path: '/api/4/status',
    access: 'open',
    // Dashboards check only the status.
    hasHead: true,
    id: 'getStatus',
    tag: SERVICE,
    summary: 'Whether the service is up',
    description: 'No credentials are needed.',
    answer: loose({ version: text('Version of the service.') }, ['version']),
    says: 'The service is up; its version.',
    example: { version },
    uses: { served: ServedRun },
    handler:
      ({ served }) =>
      (request, reply) =>
        sendValue(request, reply.headers(PUBLIC), { version: served.version }),
  }),
  defineRoute({
    path: '/api/4/pluginslist',
    access: 'viewer',
    id: 'getPluginsList',
    tag: SERVICE,
    parameters: EXTRA_PARAMETER,
    summary: 'Names of enabled published plugins',
    answer: listOf(text()),
    says: 'Names in alphabetical order.',
    example: listedNames({ plugins }, false),
    isVersioned: true,
    uses: { agent: AgentParts, served: ServedRun },
    handler({ agent, served: { run } }) {
      const listOf = (extra: boolean): Body =>
        new Body(
          Buffer.from(JSON.stringify(listedNames(agent, extra))),
          `${run}.pluginslist${extra ? '+' : ''}`,
        );
      const [published, all] = [listOf(false), listOf(true)];
      return (request, reply) => sendBody(request, reply, asksForExtra(request.query) ? all : published);
    },
  }),
];
