/**
 * The examples for Kubernetes against the schemas of its API, in `npm run test:full`. The package that has them is 4,500 files: it is
 * installed when it is needed. It finds values of wrong types and missing members, not surplus ones.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from '../support/helm.ts';
import { CACHE } from '../support/live-agent.ts';
import { output } from '../support/live-tools.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const read = (path: string): string => readFileSync(join(EXAMPLES, path), 'utf8');

type Manifest = new (manifest: unknown) => { validate(): void };

function daemonSet(): Manifest {
  const folder = join(CACHE, 'kubernetes-models');
  if (!existsSync(join(folder, 'node_modules/kubernetes-models'))) {
    mkdirSync(folder, { recursive: true });
    output('npm', 'install', '--prefix', folder, '--no-save', '--loglevel=error', 'kubernetes-models@5.1.0');
  }
  const load = createRequire(join(folder, 'x.js'));
  const path = join(folder, 'node_modules/kubernetes-models/apps/v1/index.js');
  return (load(path) as { DaemonSet: Manifest }).DaemonSet;
}

describe('the examples for Kubernetes', () => {
  it('are what its API takes', { timeout: 120_000 }, () => {
    const DaemonSet = daemonSet();
    const chart = { Values: parse(read('helm/gander/values.yaml')) as unknown, Release: { Name: 'gander' } };
    const rendered = renderTemplate(read('helm/gander/templates/daemonset.yaml'), chart);
    for (const text of [read('kubernetes-daemonset.yaml'), rendered]) {
      const manifest = parse(text) as { spec: { template: { spec: { containers: object[] } } } };
      expect(() => new DaemonSet(manifest).validate()).not.toThrow();
      manifest.spec.template.spec.containers.push({ image: 'nameless' });
      expect(() => new DaemonSet(manifest).validate()).toThrow(/name/);
    }
  });
});
