import { expect, it } from 'vitest';
import { textPieces } from './text.ts';
import { alertFamilies, type LastingEvent } from './own.ts';

const event = (type: string, identity: string | null, state: 'WARNING' | 'CRITICAL'): LastingEvent =>
  ({ event: { type, state }, identity }) as LastingEvent;

it('events that last are counted, and each is a series with its item as the host has it', () => {
  const events = [
    event('FS_/HOME', '/home', 'WARNING'),
    event('FS_/HOME', '/HOME', 'CRITICAL'),
    event('FS_/HOME', '/home', 'WARNING'),
    event('LOAD', null, 'WARNING'),
  ];
  const text = [...textPieces(alertFamilies(events, 0), 'text')].join('');
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'gander_alerts{state="warning"} 3',
    'gander_alerts{state="critical"} 1',
    'gander_alert_active{kind="THRESHOLD",type="FS_/HOME",subject="/home",level="warning"} 1',
    'gander_alert_active{kind="THRESHOLD",type="FS_/HOME",subject="/HOME",level="critical"} 1',
    'gander_alert_active{kind="THRESHOLD",type="LOAD",level="warning"} 1',
    '',
  ]);
});
