import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { HostClock, LogWriter } from '../../core/base-services.ts';
import { openParts } from '../../core/parts/open.ts';
import { give } from '../../core/parts/service.ts';
import { createListening, Listening } from '../../http/server/listening.ts';
import { DiscoveryChoice, discoveryPart } from './discovery-part.ts';

function open(isDisabled: boolean) {
  const listening = createListening(() => {});
  const asked: string[] = [];
  const running = openParts([discoveryPart], {
    given: [
      give(DiscoveryChoice, { isDisabled }),
      give(Listening, {
        whenListening(name, then) {
          asked.push('waits');
          listening.whenListening(name, then);
        },
      }),
      give(HostClock, createFakeClock()),
      give(LogWriter, { write: (_, text) => expect.fail(text) }),
    ],
  });
  return { running, listening, asked };
}

it('is off where the command line says so', async () => {
  const { running, asked } = open(true);
  expect((await running).states()).toMatchObject([{ reason: '--disable-autodiscover is given' }]);
  expect(asked).toEqual([]);
});

it('waits for servers, of which those on loopback are not announced', async () => {
  const { running, listening, asked } = open(false);
  const { stop } = await running;
  expect(asked).toEqual(['waits']);
  listening.begin([{ protocol: 'rest', address: '127.0.0.1', port: 61_208 }]);
  await stop();
});
