import { allRoutes } from '../features/index.ts';
import { expect, it } from 'vitest';
import { openApiDocument } from '../api/document.ts';
import { EVERYTHING_SERVED } from '../../http/route/route.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { apiDocumentation } from './api-doc.ts';

const document = openApiDocument({
  list: allRoutes(),
  plugins,
  version: '4.0.0',
  server: { url: '.' },
  examples: { cpu: { total: 12.5 }, load: { min1: 0.5 } },
  served: { ...EVERYTHING_SERVED, access: 'protected' },
});
const text = apiDocumentation(document);

it('has a section for every operation', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `### ${method.toUpperCase()} ${path}`),
  );
  expect(operations.length).toBeGreaterThan(100);
  expect(operations.filter((title) => text.split(`${title}\n`).length !== 2)).toEqual([]);
});

it('has parameters, and an example of the answer', () => {
  const [section = ''] = /### GET \/api\/4\/cpu\n[^]*?(?=\n### )/.exec(text) ?? [];
  expect(section).toContain('Use of all CPU cores together.');
  expect(section).toContain('| `If-None-Match` | header | ETag');
  expect(section).toContain('```json\n{\n  "total": 12.5\n}\n```');
});
