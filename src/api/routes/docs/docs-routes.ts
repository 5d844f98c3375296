/** `/openapi.json` and `/docs`: what the API is, for programs and for people. Made when first asked for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from '../../../core/plugin.ts';
import { sendBody } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import { notFound } from '../../http/errors.ts';
import { createDocsAssets, type DocsAssets } from './docs-assets.ts';
import { POLICY } from './docs-page.ts';
import type { Access } from '../../openapi/access.ts';
import { sendRedirect } from '../../http/redirect.ts';

export interface DocsSetup {
  /** Path that everything is below, without slash at its end. */
  base: string;
  /** The enabled plugins. */
  plugins: readonly Plugin[];
  version: string;
  bootId: string;
  access: Access;
  /** Whether it watches other servers. */
  isHub: boolean;
}

export function docsRoutes(api: FastifyInstance, setup: DocsSetup): void {
  const { base } = setup;
  let document: Promise<Body> | undefined;
  api.get(`${base}/openapi.json`, async (request, reply) => {
    document ??= makeDocument(setup);
    return sendBody(request, reply, await document);
  });

  let assets: DocsAssets | undefined;
  const send = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
    sendBody(
      request,
      reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }),
      body,
    );
  api.route({
    method: ['GET', 'HEAD'],
    url: `${base}/docs`,
    handler: (request, reply) => send(request, reply, (assets ??= createDocsAssets()).page),
  });
  api.route({
    method: ['GET', 'HEAD'],
    url: `${base}/docs/:file`,
    async handler(request, reply) {
      const { file: name } = request.params as { file: string };
      if (name === '') return sendRedirect(request, reply, `${base}/docs`);
      const file = (assets ??= createDocsAssets()).file(name);
      if (file === null) throw notFound();
      return send(request, reply, await file);
    },
  });
}

/** Loads what it takes only now: nobody who does not ask for the document pays for it at start. */
async function makeDocument({ plugins, version, bootId, access, isHub }: DocsSetup): Promise<Body> {
  const [{ openApiDocument }, { EXAMPLES }] = await Promise.all([
    import('../../openapi/document.ts'),
    import('../../openapi/examples.ts'),
  ]);
  const document = openApiDocument({
    plugins,
    version,
    // Relative to the document: right below any prefix, and behind proxies that add or take away one.
    server: { url: '.' },
    examples: EXAMPLES,
    access,
    isHub,
  });
  return new Body(Buffer.from(JSON.stringify(document)), `${bootId}.openapi`);
}
