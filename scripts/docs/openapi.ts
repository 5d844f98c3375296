/** docs/openapi.json and docs/openapi-5.json: the documents of a server with all plugins, wherever it runs. */
import { allRoutes } from '../../src/run/features/index.ts';
import { openApiDocument } from '../../src/run/api/document.ts';
import { EVERYTHING_SERVED } from '../../src/http/route/route.ts';
import type { Part } from '../../src/http/openapi/types.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { VERSION } from '../../src/core/version.ts';
import { recordedExamples } from './examples.ts';

const variable = (value: string, description: string): Part => ({ default: value, description });

const SERVER: Part = {
  url: '{scheme}://{host}:{port}{prefix}',
  description: 'A host with Gander.',
  variables: {
    scheme: { ...variable('http', 'https with a certificate.'), enum: ['http', 'https'] },
    host: variable('localhost', 'Name or address.'),
    port: variable('61208', 'As set by --port.'),
    prefix: variable('', 'As set by url_prefix, without the slash at its end.'),
  },
};

/** @param scope routes with a document of their own; default: the others */
export function openApiFile(plugins: readonly Plugin[], scope?: string): string {
  const document = openApiDocument({
    ...(scope !== undefined && { scope }),
    plugins,
    version: VERSION,
    server: SERVER,
    examples: recordedExamples(plugins),
    served: EVERYTHING_SERVED,
    list: allRoutes(),
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
