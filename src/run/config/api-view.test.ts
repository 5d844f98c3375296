import { describe, expect, it } from 'vitest';
import { samplePlugins } from '../../../test/support/sample-plugins.ts';
import { limitsOf, limitValue } from '../../judge/levels/limits.ts';
import { configForApi } from './api-view.ts';

const view = (raw = {}, cores = 4) => configForApi(raw, { registry: samplePlugins, cores });

describe('configForApi', () => {
  it('shows the defaults of all sections as texts', () => {
    const config = view();
    expect(config['percpu']).toEqual({
      disable: 'False',
      max_cpu_display: '4',
      user_careful: '50',
      user_warning: '70',
      user_critical: '90',
    });
    expect(config['cpu']).toMatchObject({
      total_log: 'True',
      ctx_switches_careful: '4',
      ctx_switches_critical: '12',
    });
    expect(config['global']).toEqual({
      refresh: '2',
      history_size: '1200',
      strftime_format: '',
      check_update: 'False',
    });
    expect(config['fs']).toMatchObject({ refresh: '60', hide: '/boot.*,.*/snap.*' });
  });

  it('has one source with the limits', () => {
    const config = view();
    for (const plugin of samplePlugins) {
      const { history_size: _, ...limits } = limitsOf(plugin, { section: {}, historySize: 1, cores: 4 });
      const texts = Object.entries(config[plugin.name] ?? {});
      expect(
        Object.fromEntries(texts.map(([key, text]) => [`${plugin.name}_${key}`, limitValue(text)])),
      ).toEqual(limits);
    }
  });

  it('shows what the file says as it stands there, unknown sections too', () => {
    const config = view({ cpu: { total_careful: '`echo 1`' }, influxdb: { host: 'localhost' } });
    expect(config['cpu']).toMatchObject({ total_careful: '`echo 1`', total_warning: '75' });
    expect(config['influxdb']).toEqual({ host: 'localhost' });
  });

  it('never shows secrets', () => {
    const config = view({
      passwords: { localhost: 'hunter2' },
      outputs: { jwt_secret_key: 'hunter2', ssl_keyfile: '/hunter2', ssl_certfile: '/cert' },
      influxdb: { password: 'hunter2', token: 'hunter2' },
      ports: { web_1_url: 'https://me:hunter2@example.org/a:b@c', web_2_url: 'http://example.org:80/@' },
      nats: { host: 'nats://u:hunter2@a,nats://u:hunt@er2@b:4222,nats://c' },
    });
    expect(JSON.stringify(config)).not.toMatch(/hunt|er2/);
    expect(config).not.toHaveProperty('passwords');
    expect(config['outputs']).toMatchObject({ jwt_secret_key: '********', ssl_certfile: '/cert' });
    expect(config['ports']).toEqual({
      web_1_url: 'https://me:********@example.org/a:b@c',
      web_2_url: 'http://example.org:80/@',
    });
    expect(config['nats']).toEqual({ host: 'nats://u:********@a,nats://u:********@b:4222,nats://c' });
  });
});
