/** Records of all alerts, changed by the books and saved by the journal. */
import type { StoredAlert } from '../../core/alert-policy.ts';
import { service } from '../../core/parts/service.ts';
import type { AlertRecord, ClockMoment } from './record.ts';
import { storedPolicy } from './stored-alert.ts';

/** By key, in the order in which they were raised. */
export type Records = Map<string, AlertRecord>;

export interface AlertRecords {
  readonly own: Records;
  /** Of a hub. */
  readonly servers: Records;
}
export const AlertRecords = service<AlertRecords>('records of alerts');

/** Those that last or are notified of, for a file. */
export const storedAlerts = (records: Records, now: ClockMoment): readonly StoredAlert[] =>
  [...records.values()].flatMap(({ saved, raw, policy, spending }) =>
    raw === 'over' && policy === null
      ? []
      : {
          saved,
          policy: policy && storedPolicy(policy, now),
          ...(spending && { counted: spending.counted() }),
        },
  );
