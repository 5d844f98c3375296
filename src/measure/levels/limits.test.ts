import { describe, expect, it } from 'vitest';
import { fakeList, fakeScalar } from '../../../test/support/fake-plugin.ts';
import { gauge } from '../../core/fields.ts';
import { limitsOf, limitValue } from './limits.ts';

const of = (section: Record<string, string> = {}, cores = 2) =>
  limitsOf(fakeList, { section, historySize: 1200, cores });

describe('limitsOf', () => {
  it('holds all defaults when the section is empty', () => {
    expect(of()).toEqual({
      history_size: 1200,
      fake_disable: ['False'],
      fake_hide: ['lo', 'docker.*'],
      fake_hide_zero: ['False'],
      fake_hide_threshold_bytes: 0,
      fake_load_careful: 50,
      fake_load_warning: 70,
      fake_load_critical: 90,
      fake_load_log: ['True'],
      fake_rx_careful: 20,
      fake_rx_warning: 40,
      fake_rx_critical: 60,
    });
  });

  it('scales thresholds with the number of cores', () => {
    expect(of({}, 16)).toMatchObject({ fake_rx_careful: 160, fake_rx_warning: 320, fake_rx_critical: 480 });
  });

  it('lets the section win and shows keys that are not declared', () => {
    expect(of({ load_careful: '12.5', hide: 'tun.*', eth0_rx_log: 'True', refresh: '5' })).toMatchObject({
      fake_load_careful: 12.5,
      fake_load_warning: 70,
      fake_hide: ['tun.*'],
      fake_eth0_rx_log: ['True'],
      fake_refresh: 5,
    });
  });

  it('never shows a secret', () => {
    expect(of({ api_token: 'abc', my_password: '123' })).toMatchObject({
      fake_api_token: ['********'],
      fake_my_password: ['********'],
    });
  });

  it('shows a refresh of the plugin itself, and plugin-wide thresholds without a header', () => {
    const plugin = {
      ...fakeList,
      refresh: 60,
      options: {},
      fields: { percent: gauge('percent', '', { level: { header: '', limits: [1, 2, 3], log: true } }) },
    };
    expect(limitsOf(plugin, { section: {}, historySize: 0, cores: 1 })).toEqual({
      history_size: 0,
      fake_disable: ['False'],
      fake_refresh: 60,
      fake_careful: 1,
      fake_warning: 2,
      fake_critical: 3,
    });
  });

  it('works for scalars', () => {
    expect(limitsOf(fakeScalar, { section: {}, historySize: 9, cores: 1 })).toEqual({
      history_size: 9,
      word_disable: ['False'],
    });
  });
});

describe('limitValue', () => {
  it.each<[string, number | string[]]>([
    ['70', 70],
    ['-65', -65],
    ['True', ['True']],
    ['', ['']],
    ['a, b c,d', ['a', 'b c', 'd']],
    ['1,2', ['1', '2']],
    ['1e999', ['1e999']],
  ])('%j', (text, expected) => {
    expect(limitValue(text)).toEqual(expected);
  });
});
