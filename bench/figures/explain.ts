/**
 * Explanations: right causes and programs of recorded incidents, verdicts on quiet ones, and the cost at 120 and 1,000 series.
 * Rules are made by the half called training; `EXPLAIN_HALF=held-out` measures the other one, once.
 */
import { explain } from '../../src/explain/explain.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import {
  type Half,
  type Incident,
  incidentNames,
  namesProgram,
  pastOfIncident,
  readIncident,
} from '../../test/support/incident.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { longestTurn } from '../longest-turn.ts';

const MOST_MS = 100;
const MOST_BYTES = 65_536;
const PERCENT = 100;
const RUNS = 5;

type Judged = readonly [incident: Incident, found: Explanation];

export const measureExplain: Measure = async () => {
  const half: Half = process.env['EXPLAIN_HALF'] === 'held-out' ? 'held-out' : 'training';
  const all: Judged[] = [];
  for (const name of incidentNames(half)) {
    const incident = readIncident(name);
    all.push([incident, await explain(pastOfIncident(incident), incident.window)]);
  }
  const isQuiet = ([{ causes }]: Judged): boolean => causes.includes('none');
  const [quiet, bad] = [all.filter(isQuiet), all.filter((one) => !isQuiet(one))];
  for (const [{ kind, causes }, { verdict }] of all)
    if (!causes.includes(verdict.cause)) console.error(`${kind}: ${verdict.cause}. ${verdict.sentence}`);
  const named = bad.filter(([{ programs }]) => programs.length > 0);
  return [
    ...shareOf(`right cause first (${half})`, bad, isFirst, [90, 'least']),
    ...shareOf(`right cause in the first three (${half})`, bad, isAmongThree, [97, 'least']),
    ...shareOf(`right program (${half})`, named, (one) => namesProgram(...one), [95, 'least']),
    ...shareOf(`verdict on quiet windows (${half})`, quiet, ([, found]) => found.verdict.cause !== 'none', [
      1,
      'most',
    ]),
    ...(await costOf(all[0]?.[0], 120)),
    ...(await costOf(all[0]?.[0], 1000)),
  ];
};

const isFirst = ([{ causes }, { verdict }]: Judged): boolean => causes.includes(verdict.cause);
const isAmongThree = ([{ causes }, { verdict, others }]: Judged): boolean =>
  [verdict, ...others].slice(0, 3).some(({ cause }) => causes.includes(cause));
/** None where nothing was recorded for it. */
function shareOf(
  name: string,
  all: readonly Judged[],
  isGood: (one: Judged) => boolean,
  [limit, side]: readonly [number, 'least' | 'most'],
): Figure[] {
  if (all.length === 0) return [];
  const count = all.filter(isGood).length;
  const share = (count / all.length) * PERCENT;
  return [
    {
      name,
      value: `${digits(share)} % (${count} of ${all.length})`,
      peer: '',
      reach: `${side === 'least' ? '≥' : '≤'} ${limit} %`,
      isReached: side === 'least' ? share >= limit : share <= limit,
    },
  ];
}

/** CPU and bytes of one explanation of a recording whose series are repeated. */
async function costOf(incident: Incident | undefined, count: number): Promise<Figure[]> {
  if (incident === undefined) return [];
  const series = Array.from({ length: count }, (_, index) => {
    const one = incident.series[index % incident.series.length] as Incident['series'][number];
    const round = Math.floor(index / incident.series.length);
    return round === 0 ? one : { ...one, item: `${one.item ?? ''}${round}` };
  });
  const past = pastOfIncident({ ...incident, series });
  let [longest, bytes] = [0, 0];
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    longest = await longestTurn(async () => {
      bytes = JSON.stringify(await explain(past, incident.window)).length;
    });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const least = Math.min(...times);
  return [
    {
      name: `CPU of an explanation, ${count} series`,
      value: `${digits(least)} ms, longest turn ${digits(longest)} ms`,
      peer: '',
      reach: `≤ ${MOST_MS} ms`,
      isReached: least <= MOST_MS,
    },
    {
      name: `bytes of an explanation, ${count} series`,
      value: String(bytes),
      peer: '',
      reach: `≤ ${MOST_BYTES}`,
      isReached: bytes <= MOST_BYTES,
    },
  ];
}
