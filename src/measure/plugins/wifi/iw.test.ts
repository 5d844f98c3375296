import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { createIw, parseIwLink } from './wifi.ts';

it.each([
  ['\tsignal: -48 dBm\n', { level: -48, link: 62 }],
  ['\tsignal: -48 [-50, -52] dBm\n', { level: -48, link: 62 }],
  ['\tsignal: -20 dBm\n', { level: -20, link: 70 }],
  ['\tsignal: -120 dBm\n', { level: -120, link: 0 }],
  ['Not connected.\n', null],
  ['\tSSID: signal: -1 dBm\n', null],
  ['\tsignal: strong\n', null],
  ['', null],
])('reads %j', (text, signal) => expect(parseIwLink(text)).toEqual(signal));

it('reads any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const signal = parseIwLink(`signal: ${text}`);
      if (signal !== null) expect(signal.link).toBeLessThanOrEqual(70);
    }),
  );
});

it('asks every ten seconds at most', async () => {
  const host = createRecordedHost(temporaryTree());
  const lines: string[] = [];
  const ask = createIw({
    ...host,
    run: async (argv) => {
      lines.push(argv.join(' '));
      return { code: 0, stdout: 'signal: -50 dBm', stderr: '', failure: null };
    },
  });
  await ask(['a', 'b']);
  await ask(['a', 'b']);
  expect(lines).toEqual(['iw dev a link', 'iw dev b link']);
  await host.clock.advance(10_000);
  expect((await ask(['a'])).byName.get('a')).toEqual({ level: -50, link: 60 });
  expect(lines).toHaveLength(3);
});
