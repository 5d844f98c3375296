/** A duration is a difference of the monotonic clock. Differences of dates are listed here, each with its reason. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A reading of the wall clock on one side of a difference, or compared. */
const DIFFERENCE =
  /(?:\bclock|Date|[sS]ource|list)\.now\(\) *(?:[-<>]|%)|(?:(?:[-<]|(?<!=)>)=?|Math\.abs\() *(?:\w+\.)*(?:clock|Date|[sS]ource)\.now\(\)/;

/** Files whose `now` is such a reading, assigned or passed. */
const DATED =
  /\bnow = (?:\w+\.)*(?:clock|Date|given|hub|[sS]ource)\.now\(\)|@param now milliseconds since the epoch/;
const OF_NOW = /\bnow (?:[-<>]|[<>]=) |[^=] (?:[-<>]|[<>]=) now\b(?![(.])/;

const ALLOWED: Readonly<Record<string, string>> = {
  'src/api/oidc/confirmations.ts': 'a login holds the date at which the provider confirmed it',
  'src/core/date-of.ts': 'the one place that converts between the clocks',
  'src/core/files/replace-file.ts': 'age of a file by its own date',
  'src/export/parts/export-events.ts': 'the date of a monotonic moment, compared with the same clock',
  'src/alerts/silences/silences.ts': 'users name the date at which a silence ends',
  'src/fleet/hub/stored-hosts.ts': 'samples of a database have dates',
  'src/http/server/access.ts': 'a certificate ends at a date',
  'src/history/archive/clock-jumps.ts': 'difference of both clocks: that is how a step is noticed',
  'src/history/archive/keep/retention.ts': 'hours, days and months of the calendar',
  'src/history/archive/silence.ts': 'a command does not wait for a duration',
  'src/history/forecast/forecaster.ts': 'forecasts name dates',
  'src/measure/own/formats/influx.ts': 'a line names the date of its number',
  'src/measure/own/formats/prometheus.ts': 'the same',
  'src/measure/plugins/containers/endings.ts': 'the engine gives the date of the end',
  'src/measure/plugins/containers/containers.ts': 'the engine gives the date of the start',
  'src/net/credentials/sessions.ts': 'sessions end at a date, as their cookies do',
  'src/run/modes/archive.ts': 'the user names an age',
  'src/alerts/checks/seed-availability.ts': 'the days of the history',
  'src/export/exporters/otlp/otlp.ts': 'date of the start of the process or machine',
  'src/export/exporters/runner.ts': 'cycles begin at round times of the wall clock',
  'src/alerts/notify/subscription.ts': 'quiet hours end at a time of the day',
  'src/alerts/notify/web-push/acknowledgement.ts': 'a signed link ends at a date',
  'src/explain/routes/explain-route.ts': 'events of the last days',
  'src/show/display/ended-containers.ts': 'the engine gives the date of the end',
  'src/show/display/machine-verdict.ts': 'alerts of an earlier run have dates',
  'src/show/terminal/draw/alerts.ts': 'whether an alert is of today',
  'src/show/terminal/state/charts.ts': 'a chart of another time is read again, in either direction',
};

const found = sourceFiles(ROOT, 'src').flatMap(([path, text]) => {
  const isDated = DATED.test(text);
  return text
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(?:\/\/|\*|\/\*)/.test(line) && (DIFFERENCE.test(line) || (isDated && OF_NOW.test(line))),
    )
    .map((line) => ({ path, line: line.trim() }));
});

it('durations are not measured by the wall clock', () => {
  expect(found.filter(({ path }) => !(path in ALLOWED))).toEqual([]);
});

it('knows the differences that it allows', () => {
  const paths = new Set(found.map(({ path }) => path));
  expect(Object.keys(ALLOWED).filter((path) => !paths.has(path))).toEqual([]);
});
