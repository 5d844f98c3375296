/** The forms of events and notices in files and answers. */
import type { AlertEvent, EventFinding, EventReading, EventServer, SavedEvent } from '../../core/event.ts';
import type { ShownAlert } from '../../core/alert.ts';
import { NOTICE_KINDS, type Notice, type NoticeEvent } from '../../core/notice.ts';
import type { Stretches } from '../../core/stretches.ts';
import { isCulprits } from '../../core/culprits.ts';
import {
  type Check,
  formOf,
  hasForm,
  isNumber,
  isText,
  isTimeInSeconds,
  listOf,
  ofForm,
  oneOf,
  orAbsent,
  orNull,
} from '../../core/form.ts';

const EVENT_FORM = formOf<AlertEvent>({
  begin: isTimeInSeconds,
  // -1: it is ongoing.
  end: (value) => value === -1 || isTimeInSeconds(value),
  state: oneOf(['WARNING', 'CRITICAL']),
  type: isText,
  max: isNumber,
  avg: isNumber,
  min: isNumber,
  sum: isNumber,
  count: isNumber,
  top: listOf(isText),
  desc: isText,
  sort: isText,
  global_msg: isText,
});

const isFlag: Check = (value) => typeof value === 'boolean';
const isMark = orAbsent(oneOf([true]));
const isDetail: Check = (value) => isText(value) || isNumber(value) || isFlag(value);

const FINDING_FORM = formOf<EventFinding>({
  kind: isText,
  label: orNull(isText),
  sentence: isText,
  details: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isDetail),
  stage: orAbsent(isNumber),
  isOld: isMark,
});

const READING_FORM = formOf<EventReading>({
  value: isNumber,
  threshold: orNull(isNumber),
  unit: orNull(isText),
});

const SERVER_FORM = formOf<EventServer>({ id: isText, name: isText, notifies: isFlag });

const SAVED_FORM = formOf<SavedEvent>({
  id: (value) => Number.isSafeInteger(value),
  plugin: isText,
  field: isText,
  identity: orNull(isText),
  stat: isText,
  event: ofForm(EVENT_FORM),
  cleared: isMark,
  finding: orAbsent(ofForm(FINDING_FORM)),
  reading: orAbsent(ofForm(READING_FORM)),
  culprits: orAbsent(isCulprits),
  server: orAbsent(ofForm(SERVER_FORM)),
});

export const isSavedEvent = (value: unknown): value is SavedEvent => hasForm(value, SAVED_FORM);

export const isStretches = ofForm(
  formOf<Stretches>({ count: isNumber, seconds: isNumber, since: orNull(isNumber) }),
);

const SHOWN_FORM = formOf<ShownAlert>({
  subject: isText,
  sentence: isText,
  link: isText,
  who: orAbsent(isText),
});

const NOTICE_EVENT_FORM = formOf<NoticeEvent>({
  id: isNumber,
  type: isText,
  state: oneOf(['WARNING', 'CRITICAL']),
  begin: isNumber,
  end: isNumber,
  plugin: isText,
  item: orNull(isText),
  min: isNumber,
  avg: isNumber,
  max: isNumber,
  count: isNumber,
  desc: isText,
  top: listOf(isText),
  stretches: orAbsent(isStretches),
  raises: orAbsent(isNumber),
  finding: orAbsent(ofForm(FINDING_FORM)),
  reading: orAbsent(ofForm(READING_FORM)),
  culprits: orAbsent(isCulprits),
  shown: orAbsent(ofForm(SHOWN_FORM)),
  server: orAbsent(isText),
});

const NOTICE_FORM = formOf<Notice>({
  id: (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
  kind: oneOf(NOTICE_KINDS),
  host: isText,
  event: orNull(ofForm(NOTICE_EVENT_FORM)),
  subject: orAbsent(isText),
});

export const isNotice = (value: unknown): value is Notice => hasForm(value, NOTICE_FORM);
