/** All generated files. */
import { commandLinePage } from '../../src/run/cli/help.ts';
import { manPage } from '../../src/run/cli/man-page.ts';
import { exampleConfig } from '../../src/run/config/example.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { alertKindsPage } from './alert-kinds-page.ts';
import { examplesFile } from './examples.ts';
import { exporterPages } from './exporter-pages.ts';
import { keysPage } from './keys-page.ts';
import { openApiFile } from './openapi.ts';
import { pluginsPage } from './plugins-page.ts';
import { routesPage } from './routes-page.ts';
import type { Generator } from './stale.ts';

export const generators: readonly Generator[] = [
  { path: 'examples/gander.conf', generate: () => exampleConfig(plugins) },
  { path: 'docs/command-line.md', generate: commandLinePage },
  { path: 'man/gander.1', generate: manPage },
  { path: 'src/http/openapi/examples.json', generate: () => examplesFile(plugins) },
  { path: 'docs/openapi.json', generate: () => openApiFile(plugins) },
  { path: 'docs/openapi-5.json', generate: () => openApiFile(plugins, '5') },
  { path: 'docs/routes.md', generate: () => routesPage(plugins) },
  { path: 'docs/alert-kinds.md', generate: alertKindsPage },
  { path: 'docs/keys.md', generate: keysPage },
  { path: 'docs/plugins.md', generate: () => pluginsPage(plugins) },
  ...exporterPages,
];
