/** Browsers added by pages as notification targets, each with its own queue. */
import { ConfigError } from '../../core/errors.ts';
import { Environment, HostClock } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import type { Clock } from '../../core/host.ts';
import { definePart } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { stateFolder } from '../../net/deliver/state-folder.ts';
import { queueFolder } from '../../alerts/notify/open-notifier.ts';
import { TARGET_OPTIONS } from '../../alerts/notify/options.ts';
import type { Target } from '../../alerts/notify/target.ts';
import { keysOf, type TargetSettings } from '../../alerts/notify/target-type.ts';
import { webpush } from '../../alerts/notify/targets/webpush.ts';
import { type Browser, Browsers, openBrowsers } from '../../alerts/notify/web-push/browsers.ts';
import { placeOf } from '../cli/options.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';
import { valuesOf } from '../config/values.ts';

/** Null without a state folder. @param port distinguishes the browsers of several agents */
export function browsersOf(
  environment: Environment,
  port: number,
  clock: Clock,
  problems: Pick<FileProblems, 'report'>,
): Browsers | null {
  const folder = stateFolder(environment, process.getuid?.() === 0);
  if (folder === null) return null;
  return openBrowsers({ path: `${queueFolder(folder, port)}-browsers.json`, clock, problems });
}

export const browsersPart = definePart({
  name: 'browsers with notifications',
  needs: {
    environment: Environment,
    command: CommandLine,
    configuration: Configuration,
    clock: HostClock,
    problems: FileProblems,
  },
  provides: Browsers,
  open: ({ environment, command, configuration, clock, problems }) =>
    browsersOf(environment, placeOf(command, configuration).port, clock, problems) ??
    off('there is no state folder'),
});

/** Defaults for browsers without a section. */
const USUAL: TargetSettings = {
  name: 'browsers',
  where: '[notify_browsers]',
  type: webpush,
  common: valuesOf(TARGET_OPTIONS, undefined),
  options: valuesOf(keysOf(webpush), undefined),
  isOfPage: false,
};

/** Adds the target for browsers to the configured ones. Throws `ConfigError`. */
export function withBrowsers(targets: readonly TargetSettings[]): readonly TargetSettings[] {
  const [first, second] = targets.filter(({ type }) => type === webpush);
  if (second !== undefined)
    throw new ConfigError([
      `${second.where}: only one section has the type webpush, and ${first?.where} has it already.`,
    ]);
  return first === undefined ? [...targets, USUAL] : targets;
}

/** Replaces the target for all browsers by one per browser. */
export const receiversOf = (target: Target, browsers: Browsers | null): Target[] => {
  if (target.type !== webpush) return [target];
  const key = browsers?.key() ?? null;
  if (browsers === null || key === null) return [];
  return browsers.list().map((browser) => ofBrowser(target, browser, key));
};

function ofBrowser(
  target: Target,
  { id, endpoint, p256dh, auth, secret, origin }: Browser,
  key: string,
): Target {
  const own = { id, endpoint: new URL(endpoint), p256dh, auth, secret, key, origin: origin ?? undefined };
  return { ...target, name: targetOf(id), options: { ...target.options, ...own } };
}

/** Name of a browser's target. */
export const targetOf = (id: string): string => `browser-${id}`;
