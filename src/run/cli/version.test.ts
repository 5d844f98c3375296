import { expect, it } from 'vitest';
import { modulesText } from './version.ts';

const EXPORTERS = [
  { name: 'kafka', packages: ['kafkajs'] },
  { name: 'csv' },
  { name: 'mqtt', packages: ['mqtt'] },
];

it('exporters whose packages are missing are told with the command that installs them', () => {
  const text = (missing: string, untested = '') =>
    modulesText(
      [],
      EXPORTERS,
      (name) => (name === missing ? `npm install ${name}` : null),
      (name) => (name === untested ? `${name} 9` : null),
    ).split('\n');
  expect(text('kafkajs').slice(1)).toEqual([
    'Exporters list: csv, kafka, mqtt',
    'Exporters without their package: kafka (npm install kafkajs)',
  ]);
  expect(text('none', 'mqtt').slice(2)).toEqual(['Exporters with an untested package: mqtt (mqtt 9)']);
  expect(text('none')).toHaveLength(2);
});
