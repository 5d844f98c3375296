/** The examples for Kubernetes, Helm and Home Assistant agree with each other and with the compose file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/core/version.ts';
import { diskFiles } from '../../src/run/config/files.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { configFolders } from '../../src/run/config/search.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { allowClients } from '../../src/http/server/allowed-clients.ts';
import { recordedCycles } from '../support/export-once.ts';
import { exporterNamed, openingOf } from '../support/exporter-opening.ts';
import { renderTemplate } from '../support/helm.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const text = (path: string): string => readFileSync(join(EXAMPLES, path), 'utf8');

const settingsOf = (path: string) =>
  loadSettings({
    registry: plugins,
    file: { path: join(EXAMPLES, path), borrowed: false },
    files: diskFiles,
  });

interface Container {
  env: { name: string }[];
  imagePullPolicy?: string;
}
interface DaemonSet {
  spec: {
    template: { spec: { containers: Container[]; nodeSelector?: unknown; volumes: { name: string }[] } };
  };
}

const compose = parse(text('docker-compose.yml')) as { services: { gander: { cap_add: string[] } } };

describe('the Helm chart', () => {
  const values = parse(text('helm/gander/values.yaml')) as Record<string, unknown>;
  const rendered = (changed: object = {}): DaemonSet => {
    const chart = { Values: { ...values, ...changed }, Release: { Name: 'gander' } };
    return parse(renderTemplate(text('helm/gander/templates/daemonset.yaml'), chart)) as DaemonSet;
  };

  it('is the DaemonSet, unless told otherwise', () => {
    const made = rendered();
    for (const container of made.spec.template.spec.containers) delete container.imagePullPolicy;
    expect(made).toEqual(parse(text('kubernetes-daemonset.yaml')));
  });

  it('leaves the password out, and chooses nodes', () => {
    const { spec } = rendered({ passwordSecret: '', nodeSelector: { disk: 'ssd' } }).spec.template;
    expect(spec.nodeSelector).toEqual({ disk: 'ssd' });
    expect(spec.volumes.map(({ name }) => name)).not.toContain('password');
    expect(spec.containers[0]?.env.map(({ name }) => name)).toEqual(['XDG_STATE_HOME']);
  });

  it('keeps history and events in a folder of the node, where the agent looks for it', () => {
    const { containers, volumes } = rendered({ statePath: '/srv/gander' }).spec.template.spec;
    expect(volumes).toContainEqual({
      name: 'state',
      hostPath: { path: '/srv/gander', type: 'DirectoryOrCreate' },
    });
    expect(containers[0]).toMatchObject({
      env: expect.arrayContaining([{ name: 'XDG_STATE_HOME', value: '/var/lib' }]),
      volumeMounts: expect.arrayContaining([{ name: 'state', mountPath: '/var/lib/gander' }]),
    });
  });

  it('has the version of the program', () => {
    expect(parse(text('helm/gander/Chart.yaml'))).toMatchObject({ version: VERSION, appVersion: VERSION });
  });
});

describe('the add-on of Home Assistant', () => {
  const config = parse(text('home-assistant/gander/config.yaml')) as Record<string, unknown>;

  it('has what every add-on must have, and the privileges of the compose file', () => {
    for (const key of ['name', 'slug', 'description', 'arch']) expect(config).toHaveProperty(key);
    expect(config['version']).toBe(VERSION);
    expect(config['privileged']).toEqual(compose.services.gander.cap_add);
  });

  it('lets only the ingress of Home Assistant in, which may show the page in a frame', async () => {
    const { warnings, sections } = await settingsOf('home-assistant/gander/gander.conf');
    expect(warnings).toEqual([]);
    const mayConnect = allowClients({ clients: sections.outputs.allowed_clients, warn: () => {} });
    expect(['172.30.32.2', '::ffff:172.30.32.2'].map(mayConnect)).toEqual([true, true]);
    // The supervisor's network, its gateway, this machine and the local network.
    const others = ['172.30.33.5', '172.30.32.1', '172.30.32.3', '127.0.0.1', '192.168.1.20', '::1'];
    expect(others.filter(mayConnect)).toEqual([]);
    expect(sections.outputs.frame_ancestors).toEqual(['self']);
    expect(config['ingress']).toBe(true);
    const [path] = configFolders('gander', { HOME: '/root' }).slice(-1);
    expect(text('home-assistant/gander/Dockerfile')).toContain(`\nCOPY gander.conf ${path}/gander.conf\n`);
  });
});

describe('values in Home Assistant over MQTT', () => {
  it('are a configuration without a warning, and automations over entities that there are', async () => {
    const { warnings, exporters } = await settingsOf('home-assistant/mqtt/gander.conf');
    expect(warnings).toEqual([]);
    const [settings] = exporters;
    expect(settings?.options).toMatchObject({ discovery: true, topic: 'gander' });
    const exporter = exporterNamed('mqtt');
    const [told] = exporter.encoder(openingOf(exporter, settings?.options, 'nas'))(
      (await recordedCycles())(exporter, Date.now()),
    );
    const known = new Set(
      [
        ...Buffer.from(told?.bytes ?? [])
          .toString()
          .matchAll(/\\"([a-z]+_\w+)\\":\{\\"p\\":\\"(\w+)/g),
      ].map(([, object, platform]) => `${platform}.nas_${object}`),
    );
    const asked = text('home-assistant/mqtt/automations.yaml').match(/\b(binary_)?sensor\.\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((entity) => !known.has(entity))).toEqual([]);
  });
});
