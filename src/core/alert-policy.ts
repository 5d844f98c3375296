/** Notification state of an alert, in the form that survives a restart. */
import { STRETCHES } from './stretches.ts';
import { ALERT_STATES, CHANGE_KINDS, SAVED_EVENT, type SavedEvent } from './event.ts';
import { NOTICE } from './notice.ts';
import { closed, flag, listOf, mapOf, number, oneOf, orNull, text, type TypeOf } from './shape.ts';

const STATS = closed('Values of events.', { min: number(), max: number(), sum: number(), count: number() });
export type AlertStats = TypeOf<typeof STATS>;

const PENDING = closed('A notice that a target is to get, and its queue may not have yet.', {
  state: oneOf(
    ['queue', 'quiet', 'silence'],
    'queue: on its way into the queue; after a kill, the queue may have it; quiet: held until the end of quiet hours; silence: muted until the end of a silence',
  ),
  notice: NOTICE,
});
export type PendingNotice = TypeOf<typeof PENDING>;

const TARGET = closed('What one target was told of an alert.', {
  told: oneOf(
    ['none', 'queued', 'sent', 'failed'],
    'none: nothing, or its end; queued: its queue has the first notice; sent: the target took a notice; failed: the first notice was dropped, so the target knows nothing',
  ),
  level: orNull(oneOf(ALERT_STATES, 'Level of its last notice; null: it knows nothing.')),
  at: number('Time of its last notice, or of a reminder that was left out.'),
  pending: listOf(PENDING),
});
export type TargetState = TypeOf<typeof TARGET>;

/** Times are milliseconds: monotonic ones in memory, since the epoch in a file. */
export const POLICY = closed(
  'What is notified of an alert, and what was.',
  {
    id: number('Number of the alert: that of its first event.'),
    begin: number('Likewise; seconds since the epoch.'),
    earlier: orNull(STATS, 'Of the events before the latest.'),
    stretches: STRETCHES,
    phase: oneOf(
      ['pending', 'told', 'flapping', 'over'],
      'pending: not long enough yet; told: notified and ongoing; flapping: notified as that; over: its end was notified recently',
    ),
    told: orNull(oneOf(ALERT_STATES, 'The level that was notified.')),
    toldStage: number('The stage of the failure that was notified.'),
    raisedAt: number('Begin of the newest raise.'),
    criticalSince: orNull(number()),
    clearSince: orNull(number('Since when the value is beyond the clear threshold.')),
    raises: listOf(number(), { description: 'Newest raises, the oldest first.' }),
    unsettledSince: number('The first raise since it was last settled.'),
    count: number('Raises since then.'),
    unsettledSeconds: number('Length of their stretches that are over.'),
    wasTold: flag('It was notified since it was last forgotten.'),
    undecided: orNull(
      oneOf(
        CHANGE_KINDS,
        'Its last change until it is decided for each target whether it is sent, held, muted or not wanted.',
      ),
    ),
    isUnseen: flag('The agent stopped while it was raised: how it ended is unknown.'),
    targets: mapOf('By name.', TARGET),
  },
  ['isUnseen'],
);
export type StoredPolicy = TypeOf<typeof POLICY>;

const COUNTED = closed('What programs used since an alert began, from which its culprits follow.', {
  seconds: number(),
  programs: listOf(
    closed('A program.', {
      key: text('Name, unit, container and user, with `\\0` between them; empty: all others.'),
      amount: number(),
      usual: number('Amount per second before the alert.'),
    }),
  ),
});
export type Counted = TypeOf<typeof COUNTED>;

export const STORED_ALERT = closed(
  'An alert.',
  {
    saved: SAVED_EVENT,
    policy: orNull(POLICY, 'Null: nothing is notified of it.'),
    counted: COUNTED,
  },
  ['counted'],
);
export type StoredAlert = TypeOf<typeof STORED_ALERT>;

/** Alerts and events that the previous run left in the journal. */
export interface PastAlerts {
  /** Newest first. Those that lasted have no end. */
  readonly events: readonly SavedEvent[];
  /** One per subject, those of servers among them. */
  readonly alerts: readonly StoredAlert[];
  /** Highest event ID that was assigned on this machine. */
  readonly lastId: number;
  /** Milliseconds since the epoch: the last moment in which the agent was seen alive. */
  readonly stoppedAt: number;
}
