import { expect, it } from 'vitest';
import { showHost, showOn } from '../../../../test/support/recorded-terminal.ts';
import { storedSource } from '../../../../test/support/stored-source.ts';
import { plugins } from '../../../measure/plugins/index.ts';

it('colours the load of one minute as the alert, which is about that of fifteen', () => {
  const load = plugins.filter(({ name }) => name === 'load');
  const { source } = storedSource(load, (store) =>
    store.commit('load', { min1: 0.5, min5: 0.25, min15: 7.03, cpucore: 1 }, 1),
  );
  const { screen, emulator } = showOn(source, { width: 160, height: 40 });
  const lines = screen().split('\n');
  const colorOf = (text: string): string => {
    const y = lines.findIndex((line) => line.includes(text));
    return emulator
      .lookAt((lines[y] as string).indexOf(text), y)
      .replace('bold', '')
      .trim();
  };
  expect(screen()).toContain('◆ Load');
  expect(colorOf('7.03')).toBe(colorOf('◆ Load'));
  expect(colorOf('0.50')).toBe(colorOf('7.03'));
  expect(colorOf('0.25')).not.toBe(colorOf('7.03'));
});

it('shows the three largest shares of CPU time', () => {
  const cpu = plugins.filter(({ name }) => name === 'cpu');
  const shares = { user: 11, system: 5, nice: 79, iowait: 1, irq: 0, steal: 0, idle: 4 };
  const { source } = storedSource(cpu, (store) =>
    store.commit('cpu', { total: 95, ...shares, cpucore: 2 }, 1),
  );
  const { screen } = showOn(source, { width: 160, height: 40 });
  expect(screen()).toMatch(/user 11.0 sys 5.0\d? nice 79.0/);
});

it('gives graphs the colour of their level', async () => {
  const { emulator } = await showHost('small-vm', { width: 160, height: 40 });
  const lines = emulator.lines();
  const y = lines.findIndex((line) => /[\u2801-\u28ff]/.test(line));
  const [cpu, memory] = ['CPU', 'Memory'].map((title) => {
    const row = lines.findIndex((line) => line.includes(title));
    const from = (lines[row] ?? '').indexOf(title);
    return from + (lines[y] ?? '').slice(from).search(/[\u2801-\u28ff]/);
  }) as [number, number];
  expect(lines[1]).toMatch(/^◆ CPU/);
  expect(emulator.lookAt(cpu, y)).toBe(emulator.lookAt(0, 1));
  expect(emulator.lookAt(memory, y)).not.toBe(emulator.lookAt(0, 1));
});

it('gives core bars the whole width', () => {
  const percpu = plugins.filter(({ name }) => name === 'percpu');
  const { source } = storedSource(percpu, (store) =>
    store.commit(
      'percpu',
      [0, 1].map((cpu_number) => ({ key: 'cpu_number', cpu_number, total: 100 })),
      1,
    ),
  );
  const { screen, press } = showOn(source, { width: 160, height: 40 });
  const bars = () =>
    screen()
      .split('\n')
      .find((line) => line.includes('100')) ?? '';
  press('1');
  expect(
    bars()
      .match(/━+/g)
      ?.map(({ length }) => length),
  ).toEqual([71, 71]);
});
