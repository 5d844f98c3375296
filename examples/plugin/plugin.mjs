/** Batteries of all UPS that Network UPS Tools knows: `upsc -l` names them, `upsc NAME` has their values. */
import { constant, counter, definePlugin, gauge, text } from 'gander/plugin';

/** Lines such as `battery.charge: 100`. */
function valuesIn(output) {
  const pairs = output.split('\n').map((line) => line.split(': '));
  return new Map(pairs.filter(([name, value]) => name && value !== undefined));
}

function numberOf(values, name) {
  const value = Number(values.get(name));
  return values.has(name) && Number.isFinite(value) ? value : null;
}

export default definePlugin({
  shape: 'list',
  key: 'ups',
  description: 'Batteries of uninterruptible power supplies.',
  fields: {
    ups: text('Name of the UPS.'),
    charge: gauge('percent', 'Charge of the battery.', {
      title: 'Battery of the UPS',
      level: { limits: [80, 50, 20], lowerIsWorse: true, patience: 60 },
    }),
    runtime: gauge('second', 'Time for which the battery lasts.'),
    load: gauge('percent', 'Load of the UPS.', { level: { limits: [70, 80, 95] } }),
    on_battery: gauge(null, '1 while the mains are away.'),
    transfers: counter('number', 'Times that the mains were away.'),
    power: constant('watt', 'Power that the UPS can give.'),
  },
  create({ host, options }) {
    const server = options.host ?? 'localhost';
    return {
      async read() {
        const names = (await host.run(['/usr/bin/upsc', '-l', server])).trim().split('\n').filter(Boolean);
        return Promise.all(
          names.map(async (ups) => {
            const values = valuesIn(await host.run(['/usr/bin/upsc', `${ups}@${server}`]));
            return {
              ups,
              charge: numberOf(values, 'battery.charge'),
              runtime: numberOf(values, 'battery.runtime'),
              load: numberOf(values, 'ups.load'),
              on_battery: Number((values.get('ups.status') ?? '').split(' ').includes('OB')),
              ...(values.has('input.transfer.count') && {
                transfers: numberOf(values, 'input.transfer.count'),
              }),
              ...(values.has('ups.realpower.nominal') && {
                power: numberOf(values, 'ups.realpower.nominal'),
              }),
            };
          }),
        );
      },
    };
  },
});
