import { gauge, text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { parseInterrupts } from '../../linux/interrupts.ts';

const SHOWN = 5;

const fields = {
  irq_line: text('Interrupt line: its number and device, or its name.', {
    metric: { label: 'irq' },
  }),
  irq_rate: gauge('numberpersecond', 'Interrupts per second, rounded down.', {
    metric: { name: 'interrupts' },
  }),
};

/** The five busiest interrupt lines: /proc/interrupts, summed over all cores. */
export default definePlugin({
  name: 'irq',
  shape: 'list',
  key: 'irq_line',
  description: 'The five busiest interrupt lines.',
  weight: 'heavy',
  fields,
  timed: true,
  create({ host }) {
    let previous = new Map<string, number>();
    let readAt = 0;
    const rateOf = (count: number, before: number | undefined, seconds: number): number =>
      before === undefined || before === 0 || count < before ? 0 : Math.trunc((count - before) / seconds);
    return {
      read() {
        const now = host.clock.monotonic();
        const seconds = Math.max((now - readAt) / 1000, 0.001);
        const lines = parseInterrupts(host.read('/proc/interrupts'));
        const rates = lines.map(({ name, count }) => ({
          irq_line: name,
          irq_rate: rateOf(count, previous.get(name), seconds),
        }));
        previous = new Map(lines.map(({ name, count }) => [name, count]));
        readAt = now;
        return rates.sort((a, b) => b.irq_rate - a.irq_rate).slice(0, SHOWN);
      },
    };
  },
});
