import { describe, expect, it } from 'vitest';
import type { Plugin } from '../../core/plugin.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { samplePlugins } from '../../../test/support/sample-plugins.ts';
import { limitsOf, limitValue } from '../../measure/levels/limits.ts';
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

  it('shows what the file says, and not what commands stand there', () => {
    const config = view({ cpu: { total_careful: '`echo 1`' }, influxdb: { host: 'localhost' } });
    expect(config['cpu']).toMatchObject({ total_careful: '`********`', total_warning: '75' });
    expect(config['influxdb']).toEqual({ host: 'localhost' });
  });

  it('hides values of unknown keys and sections', () => {
    const config = view({
      cpu: { critcal_action: 'sshpass -p X', total_careful: '1' },
      influxdb: { hots: 'X' },
      moon: { light: 'X' },
      notify_a: { type: 'slak', level: 'X' },
    });
    expect(config).toMatchObject({
      cpu: { critcal_action: '********', total_careful: '1' },
      influxdb: { hots: '********' },
      moon: { light: '********' },
      notify_a: { type: '********', level: '********' },
    });
    const cpu = samplePlugins.find(({ name }) => name === 'cpu');
    const section = { total_critical_action: 'mail X', totl_careful: '5', total_careful: '5' };
    expect(limitsOf(cpu as Plugin, { section, historySize: 1, cores: 4 })).toMatchObject({
      cpu_total_critical_action: ['********'],
      cpu_totl_careful: ['********'],
      cpu_total_careful: 5,
    });
  });

  it('hides every declared command, and the path of every URL', () => {
    const texts = { command: 'a -p X', systemctl_cmd: 'X', service_cmd: 'X', status_url: 'http://h/X?X' };
    const config = configForApi(
      {
        amp_nginx: texts,
        amps: { disable: 'False' },
        ports: { web_1_url: 'https://h/X', web_1_https_proxy: 'http://p/X' },
        restful: { path: '/X' },
        cpu: { critical_action: 'X', user_ok_action_repeat: 'X' },
        notify_a: { type: 'exec', command: 'X' },
        notify_b: { type: 'ntfy', server: 'https://h/X', topic: 'X' },
        history: { url: 'http://h:9090/X' },
        remote_write: { url: 'http://h/X' },
      },
      { registry: plugins, cores: 4 },
    );
    expect(JSON.stringify(config)).not.toMatch(/[^A-Z]X\b/);
    expect(config['ports']).toMatchObject({ web_1_url: 'https://h', web_1_https_proxy: 'http://p' });
    expect(config['amp_nginx']).toMatchObject({ status_url: 'http://h', command: '********' });
  });

  it('never shows secrets', () => {
    const config = view({
      passwords: { localhost: 'hunter2' },
      outputs: { jwt_secret_key: 'hunter2', ssl_keyfile: '/hunter2', ssl_certfile: '/cert' },
      influxdb: { password: 'hunter2', token: 'hunter2' },
      nats: { host: 'nats://u:hunter2@a,nats://u:hunt@er2@b:4222,nats://c' },
    });
    expect(JSON.stringify(config)).not.toMatch(/hunt|er2/);
    expect(config).not.toHaveProperty('passwords');
    expect(config['outputs']).toMatchObject({ jwt_secret_key: '********', ssl_certfile: '/cert' });
    expect(config['nats']).toEqual({ host: 'nats://u:********@a,nats://u:********@b:4222,nats://c' });
  });
});
