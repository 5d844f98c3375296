import { gauge, text, UNKNOWN } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { growth } from '../../../core/rates.ts';
import { parseInterrupts } from '../../linux/interrupts.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';

const SHOWN = 5;
/** Limits of a counter: the kernel counts in 32 bits, per core. */
const ABILITY = { wrap: 2 ** 32, fastest: 1e8, most: 1e8 };

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
  create({ host, use, notice }) {
    const whose = use(whoseSource);
    let previous = new Map<string, number>();
    let readAt = 0;
    const rateOf = (count: number, before: number | undefined, seconds: number): number => {
      if (before === undefined || before === 0) return 0;
      const counted = growth(before, count, seconds, ABILITY);
      return counted === null ? UNKNOWN : Math.trunc(counted / seconds);
    };
    return {
      read() {
        notice('whose', ofHostText(whose()));
        const now = host.clock.monotonic();
        const seconds = Math.max((now - readAt) / 1000, 0.001);
        const lines = parseInterrupts(host.read('/proc/interrupts'));
        const rates = lines.map(({ name, count }) => ({
          irq_line: name,
          irq_rate: rateOf(count, previous.get(name), seconds),
        }));
        previous = new Map(lines.map(({ name, count }) => [name, count]));
        readAt = now;
        // Lines that tell nothing come last.
        const shown = rates.sort((a, b) => (b.irq_rate || 0) - (a.irq_rate || 0)).slice(0, SHOWN);
        const fallen = shown.filter(({ irq_rate: rate }) => Number.isNaN(rate));
        notice(
          'falls',
          fallen.length === 0 ? null : `the counts of ${fallen.map((line) => line.irq_line).join(', ')} fell`,
        );
        return shown;
      },
    };
  },
});
