import { expect, it } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { installCommand, OPTIONAL_PACKAGES, lackingPackage, untestedPackage } from './optional-packages.ts';

it('the tested versions are those of the peer dependencies', () => {
  expect(OPTIONAL_PACKAGES).toEqual(packageJson.peerDependencies);
});

it('a package is missing, tested, or of a version that was not tested', () => {
  const folder = temporaryTree({
    'app/dist/main.js': '',
    'app/node_modules/@nats-io/transport-node/package.json': '{"version": "3.4.0"}',
    'node_modules/@nats-io/transport-node/package.json': '{"version": "4.0.0"}',
    'node_modules/mqtt/package.json': '{"version": "6.1.0-beta.2", "main": "index.js"}',
    'node_modules/mqtt/index.js': '',
    'node_modules/amqplib/package.json': 'damaged',
  });
  const program = `${folder}/app/dist/main.js`;
  expect(untestedPackage('mqtt', program)).toBe(
    `mqtt 6.1.0-beta.2 in place of the tested mqtt 5: npm install --no-save --prefix ${folder}/app mqtt@5`,
  );
  expect(lackingPackage('mqtt', program)).toBeNull();
  // The nearest one is loaded.
  expect(untestedPackage('@nats-io/transport-node', program)).toBeNull();
  expect(['amqplib', 'zeromq'].map((name) => untestedPackage(name, program))).toEqual([null, null]);
  expect(lackingPackage('zeromq', program)).toBe(`npm install --no-save --prefix ${folder}/app zeromq@6`);
});

it.each([
  ['/usr/lib/node_modules/gander/bin/gander', 'npm install --global mqtt@5'],
  ['/home/me/project/node_modules/gander/bin/gander', 'npm install --prefix /home/me/project mqtt@5'],
  ['/usr/lib/gander/bin/gander', 'npm install --no-save --prefix /usr/lib/gander mqtt@5'],
])('a package is installed where %s finds it', (program, command) => {
  expect(installCommand('mqtt', program)).toBe(command);
});
