import { expect, it } from 'vitest';
import { parseCommandLine } from '../cli/parse.ts';
import { loadSettings } from '../config/load.ts';
import { problemsOf } from '../../core/errors.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { chooseExporters } from './choose-exporters.ts';

/** Every mistake of a configuration and of the requested exporters. */
const mistakes = (text: string, exporters: string): Promise<string> =>
  loadSettings({
    registry: plugins,
    file: { path: 'gander.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
    check: async (configuration) =>
      problemsOf(() =>
        chooseExporters({
          command: parseCommandLine(['--export', exporters]),
          configuration,
          environment: {},
        }),
      ),
  }).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

it.each([
  ['', 'restful', ''],
  ['', ' , ', '--export names no exporter; gander --modules-list names them.'],
  [
    '[remote_write]\nurl=\n',
    'remote_write',
    'gander.conf:1: [remote_write] needs url in the section [remote_write].',
  ],
  // An invalid key is not also reported as missing.
  [
    '[remote_write]\nurl=ftp://db\n',
    'remote_write',
    'gander.conf:2: [remote_write] url = ftp://db: expected an address that starts with https:// or http://.',
  ],
])('%j and --export %j: %s', async (text, exporters, sentence) => {
  expect(await mistakes(text, exporters)).toBe(sentence);
});
