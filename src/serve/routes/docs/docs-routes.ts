/** `/openapi.json` and `/docs`: what the API is, for programs and for people. Made when first asked for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, type RouteContext } from '../../context.ts';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import { notFound } from '../../http/errors.ts';
import { createDocsAssets, type DocsAssets } from './docs-assets.ts';
import { POLICY } from './docs-page.ts';
import { sendRedirect } from '../../http/redirect.ts';

export function docsRoutes(api: FastifyInstance, context: RouteContext): void {
  const { base, swaggerFolder } = context;
  let document: Promise<Body> | undefined;
  api.get(`${base}/openapi.json`, async (request, reply) => {
    document ??= makeDocument(context);
    return sendBody(request, reply, await document);
  });

  let assets: DocsAssets | undefined;
  const send = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
    sendBody(request, reply.headers({ 'content-security-policy': POLICY, 'x-frame-options': 'DENY' }), body);
  api.route({
    method: ['GET', 'HEAD'],
    url: `${base}/docs`,
    handler: (request, reply) => send(request, reply, (assets ??= createDocsAssets(swaggerFolder)).page),
  });
  api.route({
    method: ['GET', 'HEAD'],
    url: `${base}/docs/:file`,
    async handler(request, reply) {
      const { file: name } = request.params as { file: string };
      if (name === '') return sendRedirect(request, reply, `${base}/docs`);
      const file = (assets ??= createDocsAssets(swaggerFolder)).file(name);
      if (file === null) throw notFound();
      return send(request, reply, await file);
    },
  });

  // Both addresses are in use; what is below one is relative to it.
  if (base !== '')
    for (const path of ['/openapi.json', '/docs'])
      api.get(path, async (request, reply) => sendRedirect(request, reply, base + path));
}

/** Loads what it takes only now: nobody who does not ask for the document pays for it at start. */
async function makeDocument(context: RouteContext): Promise<Body> {
  const { agent, version, run, fleet, silences, notes } = context;
  const [{ openApiDocument }, { default: examples }] = await Promise.all([
    import('../../openapi/document.ts'),
    import('../../openapi/examples.json', { with: { type: 'json' } }),
  ]);
  const document = openApiDocument({
    plugins: agent.plugins,
    version,
    // Relative to the document: right below any prefix, and behind proxies that add or take away one.
    server: { url: '.' },
    examples,
    access: accessOf(context),
    isHub: fleet !== null,
    hasSilences: silences !== null,
    hasNotes: notes !== null,
  });
  return new Body(Buffer.from(JSON.stringify(document)), `${run}.openapi`);
}
