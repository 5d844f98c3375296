import { describe, expect, it } from 'vitest';
import type { View } from '../../../core/served.ts';
import { containerViews } from './containers.ts';

const view = (decoration: string): View => ({
  decoration,
  optional: false,
  additional: false,
  splittable: false,
  hidden: false,
});

describe('containerViews', () => {
  it('has two levels per container, and says which columns are of use', () => {
    const items = [
      { name: 'web', engine: 'docker', cpu_percent: 1, memory_usage: 2, pod_name: 'shop' },
      { name: 'off', engine: 'podman', cpu_percent: null, memory_usage: null },
    ];
    const own = { cpu_percent: view('OK'), memory_usage: view('WARNING_LOG'), name: view('DEFAULT') };
    expect(containerViews({ web: own, off: own }, items)).toEqual({
      web: { cpu: { decoration: 'OK' }, mem: { decoration: 'WARNING_LOG' } },
      off: { cpu: {}, mem: {} },
      show_pod_name: true,
      show_engine_name: true,
    });
  });

  it('is empty without containers', () => {
    expect(containerViews({}, [])).toEqual({});
  });
});
