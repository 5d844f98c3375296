/** `gander --notify-test NAME`: sends one message to one target, and reports the outcome. */
import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../core/errors.ts';
import type { Clock } from '../../core/host.ts';
import { deliver, labelOf } from './channel.ts';
import type { NotifyOptions } from './options.ts';
import { createScrubber } from '../../net/deliver/scrub.ts';
import type { SecretSources } from '../../net/deliver/secret-value.ts';
import { resolveTargets, type Target } from './target.ts';
import { send as sendNow, type Send } from './send.ts';
import { secretsOf, type TargetSettings } from './target-type.ts';

export interface TestSetup extends SecretSources {
  targets: readonly TargetSettings[];
  /** Names of all sections of the configuration. */
  sections: readonly string[];
  options: NotifyOptions;
  /** Name of this host. */
  host: string;
  clock: Clock;
  /** Targets of a target's receivers. Default: the target itself. */
  receiversOf?(target: Target): readonly Target[];
  /** `; did you mean "…"?` or a full stop. */
  suggest(word: string, candidates: readonly string[]): string;
  send?: Send;
  /** False for tests from the page, which show no text of the target either. */
  mayRunPrograms: boolean;
}

export interface TestResult {
  /** `unusable`: the configuration prevents the test. */
  outcome: 'sent' | 'failed' | 'unusable' | 'unknown';
  /** One sentence, or several lines if the target's configuration is invalid. */
  text: string;
}

/** Ignores level, filters and quiet hours, and makes one attempt. */
export async function testTarget(name: string, setup: TestSetup): Promise<TestResult> {
  const { targets } = setup;
  const settings = targets.find((target) => target.name === name);
  if (settings === undefined) return { outcome: 'unknown', text: unknownTarget(name, setup) };
  if (settings.common.disable)
    return {
      outcome: 'unusable',
      text: `The target "${name}" is turned off: remove disable=True from [notify_${name}].`,
    };
  if (settings.type.runsPrograms && !setup.mayRunPrograms)
    return {
      outcome: 'unusable',
      text: `The target "${name}" runs a program: send its test with gander --notify-test ${name}.`,
    };
  try {
    const receivers = resolveTargets([settings], setup).flatMap(
      (target) => setup.receiversOf?.(target) ?? [target],
    );
    if (receivers.length === 0)
      return { outcome: 'failed', text: `The target "${name}" has no receivers yet.` };
    const results = await Promise.all(receivers.map((target) => sendTestTo(target, setup)));
    return {
      outcome: results.every(({ isSent }) => isSent) ? 'sent' : 'failed',
      text: results.map(({ text }) => text).join('\n'),
    };
  } catch (error) {
    if (error instanceof ConfigError) return { outcome: 'unusable', text: error.message };
    throw error;
  }
}

/** One attempt with a test message. The text is a sentence without secrets. */
export async function sendTestTo(
  target: Target,
  {
    clock,
    options,
    host,
    send = sendNow,
    mayRunPrograms,
  }: Pick<TestSetup, 'clock' | 'options' | 'host' | 'send' | 'mayRunPrograms'>,
): Promise<{ isSent: boolean; text: string }> {
  const controller = new AbortController();
  const cancel = clock.setTimer(() => controller.abort(), options.timeout * 1000);
  const notice = { id: randomUUID(), kind: 'test', host: options.host_label || host, event: null } as const;
  const context = { send, clock, signal: controller.signal, page: options.url };
  const { kind, answer, status } = await deliver(target, [notice], context);
  const shown = mayRunPrograms ? answer : (status ?? answer);
  const isSent = kind === 'sent';
  cancel();
  const scrub = createScrubber(secretsOf(target.type), target.options);
  const reason =
    controller.signal.aborted && !isSent ? `no answer within ${options.timeout} s` : scrub(shown);
  const text = `${labelOf(target)} ${isSent ? 'took' : 'did not take'} the test message: ${reason}.`;
  return { isSent, text };
}

function unknownTarget(name: string, { targets, sections, suggest }: TestSetup): string {
  if (sections.includes(`notify_${name}`))
    return `The target "${name}" is incomplete: [notify_${name}] has no type.`;
  const names = targets.map((target) => target.name);
  const near = suggest(name, names);
  if (near !== '.') return `There is no target "${name}"${near}`;
  const choice =
    names.length === 0
      ? ''
      : ` ${names.length === 1 ? 'The only target is' : 'The targets are'} ${names.join(', ')}.`;
  return `There is no target "${name}": the configuration has no section [notify_${name}].${choice}`;
}
