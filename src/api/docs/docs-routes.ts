/** `/openapi.json` and `/docs`: the API for programs and for people. Created on first use. */
import { anyObject, loose, text } from '../../core/shape.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Body } from '../../http/body/body.ts';
import { sendBody } from '../../http/server/answer.ts';
import { notFound } from '../../http/server/errors.ts';
import { sendRedirect } from '../../http/server/redirect.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { defineRoute, type Handler, type Route, shared } from '../../http/route/route.ts';
import { ApiDocument, Base, Prefix, SwaggerFolder } from '../../http/route/services.ts';
import { POLICY, PAGE, SCRIPT, STYLE } from './docs-page.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathParameter } from '../../http/server/params.ts';

const uses = { base: Base, describe: ApiDocument, swaggerFolder: SwaggerFolder };
type Given = Resolved<typeof uses>;

const assetsOf = shared(
  ({ describe }: Given) => describe,
  ({ swaggerFolder }) => {
    let assets: ReturnType<typeof createDocsAssets> | undefined;
    return () => (assets ??= createDocsAssets(swaggerFolder));
  },
);

const send = (request: FastifyRequest, reply: FastifyReply, body: Body) =>
  sendBody(request, reply.headers({ 'content-security-policy': POLICY, 'x-frame-options': 'DENY' }), body);

/** Both addresses are in use; links are relative to them. */
const fromRoot = (path: string): Route =>
  defineRoute({
    path,
    access: 'viewer',
    isAtRoot: true,
    uses: { prefix: Prefix },
    undocumented: 'leads below the prefix',
    handler:
      ({ prefix }) =>
      async (request, reply) =>
        sendRedirect(request, reply, prefix + path),
  });

export const docsRoutes = [
  defineRoute({
    path: '/openapi.json',
    access: 'viewer',
    uses,
    id: 'getOpenApi',
    tag: SERVICE,
    summary: 'This documentation as an OpenAPI document',
    answer: loose(
      { openapi: text('Version of OpenAPI.'), info: anyObject('Title, version and description.') },
      ['openapi', 'info'],
    ),
    says: 'An OpenAPI document.',
    example: { openapi: '3.1.1', info: { title: 'Gander' } },
    isVersioned: true,
    handler({ describe }) {
      let document: Promise<Body> | undefined;
      return async (request, reply) => sendBody(request, reply, await (document ??= describe()));
    },
  }),
  defineRoute({
    path: '/docs',
    access: 'viewer',
    hasHead: true,
    uses,
    id: 'getDocumentation',
    tag: SERVICE,
    summary: 'This documentation as a web page',
    answer: text(),
    says: 'A page.',
    type: 'text/html',
    isVersioned: true,
    handler(given) {
      const assets = assetsOf(given);
      return (request, reply) => send(request, reply, assets().page);
    },
  }),
  defineRoute({
    path: '/docs/{file}',
    access: 'viewer',
    hasHead: true,
    uses,
    undocumented: 'a part of that page',
    handler: sendFile,
  }),
  fromRoot('/openapi.json'),
  fromRoot('/docs'),
];

function sendFile(given: Given): Handler {
  const assets = assetsOf(given);
  return async (request, reply) => {
    const name = pathParameter(request, 'file');
    if (name === '') return sendRedirect(request, reply, `${given.base}/docs`);
    const file = assets().file(name);
    if (file === null) throw notFound();
    return send(request, reply, await file);
  };
}

interface DocsAssets {
  page: Body;
  /** A file below `/docs/`; null: none with this name. */
  file(name: string): Promise<Body> | null;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** Files of Swagger UI, by the one name each has here and there. */
const SWAGGER_UI: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', SCRIPT_TYPE],
  ['swagger-ui.css', STYLE_TYPE],
]);

const bodyOf = (bytes: Buffer, type: string): Body =>
  new Body(bytes, createHash('sha256').update(bytes).digest('base64url').slice(0, 16), type);

const own = (text: string, type: string): Body => bodyOf(Buffer.from(text), type);

/** @param swaggerFolder folder with the files of Swagger UI; null: none */
function createDocsAssets(swaggerFolder: string | null): DocsAssets {
  const files = new Map<string, Promise<Body>>([
    ['page.js', Promise.resolve(own(SCRIPT, SCRIPT_TYPE))],
    ['page.css', Promise.resolve(own(STYLE, STYLE_TYPE))],
  ]);
  return {
    page: own(PAGE, 'text/html; charset=utf-8'),
    file(name) {
      const known = files.get(name);
      if (known !== undefined) return known;
      const type = SWAGGER_UI.get(name);
      if (type === undefined || swaggerFolder === null) return null;
      const reading = readFile(join(swaggerFolder, name)).then((bytes) => bodyOf(bytes, type));
      files.set(name, reading);
      reading.catch(() => files.delete(name));
      return reading;
    },
  };
}
