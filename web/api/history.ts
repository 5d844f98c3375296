/** The past of values, from the agent's history. */
import type { Course } from '../state/store.ts';
import { seriesName } from '../state/store.ts';
import type { Client } from './client.ts';

type Points = readonly [time: string, value: number | null][];

/** So many series of one plugin are asked for one by one; more come together with all others that it has. */
const FEW = 4;
/** Series at most that are asked for at a time. */
const MANY = 400;

/** Fills courses with what was before and between. What cannot be had stays empty: the course begins now. */
export async function fillCourses(client: Client, courses: readonly Course[], count: number): Promise<void> {
  const byPlugin = new Map<string, Course[]>();
  for (const course of courses.slice(0, MANY)) {
    const own = byPlugin.get(course.series.plugin) ?? [];
    own.push(course);
    byPlugin.set(course.series.plugin, own);
  }
  await Promise.all([...byPlugin].map(([plugin, own]) => fillPlugin(client, plugin, own, count)));
}

async function fillPlugin(
  client: Client,
  plugin: string,
  courses: readonly Course[],
  count: number,
): Promise<void> {
  const paths =
    courses.length <= FEW
      ? courses.map(({ series }) => `${encodeURIComponent(seriesName(series))}/history/${count}`)
      : [`history/${Math.min(count, Math.max(20, Math.floor(6000 / courses.length)))}`];
  const answers = await Promise.all(
    paths.map((path) =>
      client.get<Record<string, Points> | null>(`api/4/${plugin}/${path}`).catch(() => null),
    ),
  );
  const found = Object.assign({}, ...answers) as Record<string, Points | undefined>;
  for (const { series, ring } of courses) {
    const points = found[seriesName(series)];
    if (points !== undefined) ring.merge(numbered(points));
  }
}

const numbered = (points: Points): [number, number][] =>
  points.map(([time, value]) => [Date.parse(time), value ?? Number.NaN]);
