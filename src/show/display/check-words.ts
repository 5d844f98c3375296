/** Results of checks: ports, web pages, and calls of other programs. */
import type { ServedMember } from '../../core/served.ts';
import { NO_PINGS } from '../../core/check-result.ts';
import { showMoment, showSpan } from './durations.ts';
import { checkName, isChecked, type PortState, portState } from './port-words.ts';
import type { Check, Port } from './snapshots.ts';
import { inOnePiece } from './digits.ts';
import { localDigits, t } from './language.ts';

export interface CheckRow extends PortState {
  /** Identity of the check. */
  id: string;
  name: string;
  /** Target of the check. */
  where: string;
  /** True if the plugin ports judges it. */
  isJudged: boolean;
  isUp: boolean | null;
  /** Over the last 24 hours: `99.95 %`; empty: not measured. */
  availability: string;
  /** Time to the certificate's expiry: `82 d`; empty: none. */
  expiry: string;
  /** Further details, one per line. */
  about: string;
}

/** One row for each port, and for each other check; agents of other versions have no checks. */
export function checkRows(ports: readonly Port[], checks: readonly Check[]): CheckRow[] {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const rows = ports.map((port) => {
    const described = port.description || port.url || `${port.host ?? ''}:${port.port ?? ''}`;
    const name = checkName(port.indice, described);
    const where = port.url ?? (port.port ? `${port.host ?? ''}:${port.port}` : `ping ${port.host ?? ''}`);
    const isJudged = isChecked(port);
    const check = byName.get(port.indice ?? '');
    const isSilent = !isJudged && check?.reason?.endsWith(NO_PINGS) === true;
    return rowOf(
      check,
      { id: port.indice ?? '', name, where, isJudged },
      isSilent ? { words: t('does not answer pings'), seconds: null } : portState(port),
    );
  });
  const known = new Set(ports.map(({ indice }) => indice));
  const others = checks.filter(({ name }) => !known.has(name));
  return [
    ...rows,
    ...others.map((check) => {
      // History has no texts.
      const { name: id, description = id, target: where = '', due } = check;
      const named = { id, name: checkName(id, description), where, isJudged: false };
      return rowOf(check, named, {
        words: otherWords(check, due ?? null),
        seconds: check.up === 1 ? (check.response ?? null) : null,
      });
    }),
  ];
}

const otherWords = ({ up }: Check, due: number | null): string =>
  up === null || up === undefined
    ? due === null
      ? t('not checked yet')
      : t('not called yet')
    : up === 1
      ? t('on time')
      : t('missing');

type Named = Pick<CheckRow, 'id' | 'name' | 'where' | 'isJudged'>;

function rowOf(check: Check | undefined, named: Named, state: PortState): CheckRow {
  const { up = null, availability_day = null, certificate_days = null } = check ?? {};
  return {
    ...named,
    ...state,
    isUp: up === null ? null : up === 1,
    availability: percentOf(availability_day),
    expiry: typeof certificate_days === 'number' ? `${Math.floor(certificate_days)} d` : '',
    about: [named.where === named.name ? '' : named.where, ...(check ? factsOf(check) : [])]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

function factsOf(check: Check): string[] {
  const { up, since, due, loss, reason, certificate_days: days, checked } = check;
  const periods = [
    ['24 h', check.availability_day],
    ['7 d', check.availability_week],
    ['30 d', check.availability_month],
  ] as const;
  const measured = periods.filter(([, percent]) => typeof percent === 'number');
  return [
    reason ?? '',
    typeof since === 'number'
      ? t(up === 1 ? 'Up since {since}' : 'Down since {since}', { since: showMoment(since * 1000) })
      : '',
    check.kind === 'beat' && typeof checked === 'number'
      ? t('Last call {checked}', { checked: showMoment(checked * 1000) })
      : '',
    typeof due === 'number' ? t('Next call due {due}', { due: showMoment(due * 1000) }) : '',
    measured.length === 0
      ? ''
      : t('Available {measured}', {
          measured: measured.map(([period, percent]) => `${percentOf(percent)} (${period})`).join(', '),
        }),
    typeof loss === 'number' && loss > 0 ? t('{loss} % of the packets lost', { loss: Math.round(loss) }) : '',
    typeof days !== 'number'
      ? ''
      : days < 0
        ? t('Certificate expired {span} ago', { span: showSpan(-days * 86_400) })
        : t('Certificate expires in {span}', { span: showSpan(days * 86_400) }),
  ];
}

/** Rounded down: 100 % means no failure. */
const percentOf = (percent: ServedMember): string =>
  typeof percent === 'number'
    ? inOnePiece({
        digits: percent === 100 ? '100' : localDigits((Math.floor(percent * 100) / 100).toFixed(2)),
        unit: '%',
      })
    : '';
