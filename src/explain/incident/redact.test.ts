import { expect, it } from 'vitest';
import { alertEvent } from '../../../test/support/alert-event.ts';
import { readIncident } from '../../../test/support/incident.ts';
import type { SavedEvent } from '../../core/event.ts';
import { Slice } from '../../core/slice.ts';
import type { TopEntry } from '../../history/past/history-source.ts';
import { seriesId } from '../../core/series-name.ts';
import { IncidentHistory } from './history.ts';
import { flawOf, type Incident } from './incident.ts';
import { Redaction } from './redact.ts';
import { writeIncident } from './write.ts';

const NAMES = { host: 'Hilde.lan', users: ['alice', 'bo'] };
const redaction = (): Redaction => new Redaction(NAMES);

it.each([
  ['alice logged in on hilde', 'user-1 logged in on host-1'],
  ['alice-sync and hilde.lan', 'user-1-sync and host-1'],
  ['Alice and ALICE, not malice', 'user-1 and user-1, not malice'],
  ['mail carol@example.com failed', 'mail user-1 failed'],
  ['connect to db.example.com:5432', 'connect to host-1:5432'],
  ['10.1.2.3, 10.1.2.3 and fe80::1', 'address-1, address-1 and address-2'],
  ['de:ad:be:ef:00:01 is down', 'address-1 is down'],
  ['from 12:34:56 to 12:35:00', 'from 12:34:56 to 12:35:00'],
  ['/home/carol/secret.txt is full', '/home/user-1/path-1 is full'],
  ['/mnt/secret at 12 MiB/s', '/mnt/path-1 at 12 MiB/s'],
  ['/var/lib/docker is full', '/var/lib/docker is full'],
  ['app --token=abc --n=1', 'app --token=argument-1 --n=argument-2'],
  ['postgres in app.service', 'postgres in app.service'],
  ['kworker/0:1 and I/O', 'kworker/0:1 and I/O'],
  ['https://intra/x?key=1', 'https://path-1/path-2'],
  ['path-1', 'path-1'],
  ['ssh root@10.1.2.3:22, fe80::1%eth0', 'ssh root@address-1:22, address-2'],
  ['app --name="a b" x', 'app --name=argument-1 x'],
  [`${'a:'.repeat(500)}`, 'argument-1'],
  ['/dev/nvme0n1p1 and /dev/mapper/vg-acme', '/dev/nvme0n1p1 and /dev/path-1/path-2'],
])('%s', (text, shown) => {
  expect(redaction().text(text)).toBe(shown);
});

it('replaces the same name by the same word, and another by another', () => {
  const one = redaction();
  expect(one.text('/mnt/a, /mnt/b, /mnt/a')).toBe('/mnt/path-1, /mnt/path-2, /mnt/path-1');
  expect(one.item('fs', '/mnt/b')).toBe('/mnt/path-2');
  // Its slashes and spaces are parts of a name.
  expect(one.item('fs', '/mnt/my secret')).toBe('/mnt/path-3');
  expect(one.item('ports', 'router')).toBe('host-1');
  expect(one.item('network', 'eth0')).toBe('eth0');
  expect(one.replaced()).toEqual({ path: 3, host: 1 });
});

const EVENT: SavedEvent = {
  id: 1,
  plugin: 'fs',
  field: 'percent',
  identity: '/srv/acme',
  stat: 'fs_/srv/acme',
  event: alertEvent('FS_/SRV/ACME', 97, { state: 'CRITICAL', top: ['alice-sync'] }),
  finding: {
    kind: 'FS_FULL',
    label: '/srv/acme',
    sentence: '/srv/acme is full (alice wrote most)',
    details: { device: '/dev/sda1', owner: 'alice', percent: 97 },
  },
  culprits: {
    programs: [{ name: 'alice-sync', unit: 'hilde.service', container: 'bo', user: 'carol', percent: 60 }],
    ended: 0,
  },
  server: { id: 'hilde', name: 'Hilde.lan', notifies: false },
};

it('leaves no name in a file, and the file complete', async () => {
  const incident = readIncident('disk-full-1.json.gz');
  const begin = Math.round(incident.window.from / 1000) + 20;
  const time = incident.window.from;
  const kept = {
    ...incident,
    top: incident.top.map((entry): TopEntry => ({
      ...entry,
      cpu: [...entry.cpu, ['acme-hilde', 1, 'user@alice.service', null]],
    })),
    events: [{ ...EVENT, event: { ...EVENT.event, begin } }],
    marks: [{ kind: 'start', time, detail: 'by alice on Hilde.lan' }],
    notes: [{ id: 1, time, until: null, text: 'ask bo, 10.0.0.7', tags: ['hilde'] }],
  };
  const past = new IncidentHistory(kept, new Slice());
  let text = '';
  const { head, pieces } = await writeIncident({
    past,
    window: incident.window,
    host: 'Hilde.lan',
    version: '4.0.0',
    now: incident.window.to,
    redact: NAMES,
    logs: () => expect.fail('log lines are free text'),
  });
  for await (const piece of pieces()) text += piece;
  const file = JSON.parse(text) as Incident;
  expect(flawOf(file)).toBeNull();
  const names = /.{20}(?:hilde|alice|carol|\bbo\b|\/acme|10\.0\.0\.7|gander-incident).{20}/i;
  expect(names.exec(text)?.[0]).toBeUndefined();
  const host = /^host-\d+$/;
  expect([head.host, file.events[0]?.server?.name]).toEqual([expect.stringMatching(host), head.host]);
  expect(file.logs).toBeNull();
  expect(file.redacted).toMatchObject({ user: 3, address: 1 });
  const [event] = file.events;
  expect(event?.identity).toMatch(/^\/srv\/path-\d+$/);
  expect(event?.event.type).toBe(`FS_${event?.identity?.toUpperCase()}`);
  expect(event?.finding?.sentence).toMatch(/^\/srv\/path-\d+ is full \(user-\d wrote most\)$/);
  expect(event?.finding?.details).toEqual({
    device: '/dev/sda1',
    owner: expect.stringMatching(/^user-\d$/) as string,
    percent: 97,
  });
  // Verdict and series are about the same file system.
  expect(file.explanation.verdict.cause).toBe('disk-full');
  const [evidence] = file.explanation.verdict.evidence;
  expect(file.series.map(seriesId)).toContain(evidence?.series);
});
