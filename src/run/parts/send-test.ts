/** Sends a test message to one target. */
import { hostName } from '../../core/host-name.ts';
import type { Host } from '../../core/host.ts';
import { didYouMean } from '../../core/nearest.ts';
import { installCommand } from '../../net/deliver/optional-packages.ts';
import { createLoader } from '../../net/deliver/packages.ts';
import { type Environment, readSecretFile } from '../../net/deliver/secret-value.ts';
import { createSend } from '../../alerts/notify/send.ts';
import { testTarget, type TestResult } from '../../alerts/notify/test-target.ts';
import type { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import type { Configuration } from '../config/load.ts';
import { receiversOf, withBrowsers } from './browsers.ts';

/** Optional packages are searched from the place of the program. */
export const sendNow = createSend(createLoader((name) => installCommand(name, process.argv[1] ?? '')));

interface SendTestSetup {
  configuration: Configuration;
  environment: Environment;
  host: Host;
  /** Null: not available. */
  browsers: Browsers | null;
}

export const sendTest = (
  name: string,
  { configuration, environment, host, browsers }: SendTestSetup,
  mayRunPrograms: boolean,
): Promise<TestResult> =>
  testTarget(name, {
    mayRunPrograms,
    send: sendNow,
    targets: withBrowsers(configuration.targets),
    receiversOf: (target) => receiversOf(target, browsers),
    sections: Object.keys(configuration.raw),
    options: configuration.sections.notify,
    environment,
    readFile: readSecretFile,
    host: hostName(host),
    clock: host.clock,
    suggest: didYouMean,
  });
