/** The documentation of the API as Markdown, from its OpenAPI document. */
import { allRoutes } from '../features/index.ts';
import { openApiDocument } from '../api/document.ts';
import examples from '../../http/openapi/examples.json' with { type: 'json' };
import type { OpenApiDocument, Operation, Part, Paths } from '../../http/openapi/types.ts';
import { EVERYTHING_SERVED } from '../../http/route/route.ts';
import type { Plugin } from '../../core/plugin.ts';
import { VERSION } from '../../core/version.ts';

/** With everything enabled: all plugins, passwords, a hub. */
export const printedDocumentation = (registry: readonly Plugin[]): string =>
  apiDocumentation(
    openApiDocument({
      plugins: registry,
      version: VERSION,
      server: { url: '.' },
      examples,
      served: { ...EVERYTHING_SERVED, access: 'protected' },
      list: allRoutes(),
    }),
  );

export function apiDocumentation(document: OpenApiDocument): string {
  const { info, tags, paths } = document;
  const chapters = tags.flatMap(({ name, description }) => {
    const operations = operationsOf(paths, name);
    return operations.length === 0 ? [] : [`## ${name}\n\n${description}\n`, ...operations];
  });
  return `# ${String(info['title'])} ${String(info['version'])}: REST API\n\n${String(info['description'])}\n\n${chapters.join('\n')}`;

  function operationsOf(all: Paths, tag: string): string[] {
    return Object.entries(all).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { tags: own }]) => own[0] === tag)
        .map(([method, operation]) => section(`${method.toUpperCase()} ${path}`, operation)),
    );
  }

  function section(title: string, { summary, description, parameters = [], responses }: Operation): string {
    const rows = parameters.map((parameter) => row(resolved(parameter)));
    const table = rows.length === 0 ? [] : [`| Parameter | In | |\n|---|---|---|\n${rows.join('\n')}`];
    const text = [`### ${title}`, `${summary}.`, ...(description ? [description] : []), ...table];
    return `${[...text, ...exampleOf(responses['200'])].join('\n\n')}\n`;
  }

  function resolved(part: Part): Part {
    const { $ref } = part;
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : null;
    return name === null ? part : (document.components.parameters[name] ?? part);
  }
}

const row = ({ name, in: place, description }: Part): string =>
  `| \`${String(name)}\` | ${String(place)} | ${String(description ?? '').replaceAll('|', '\\|')} |`;

/** An example reply in JSON; one item of a list. */
function exampleOf(response: Part | undefined): string[] {
  const { content } = (response ?? {}) as { content?: Record<string, { example?: unknown }> };
  const example = content?.['application/json']?.example;
  if (example === undefined) return [];
  const short = Array.isArray(example) ? example.slice(0, 1) : example;
  return [`\`\`\`json\n${JSON.stringify(short, null, 2)}\n\`\`\``];
}
