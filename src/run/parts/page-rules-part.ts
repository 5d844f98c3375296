/** Rules that the page sets, in a file beside the configuration. */
import { Environment, HostClock, WatchedHost } from '../../core/base-services.ts';
import { FileProblems } from '../../core/file-problems.ts';
import { definePart } from '../../core/parts/part.ts';
import { optional } from '../../core/parts/service.ts';
import { Rules } from '../../alerts/rules/rules.ts';
import { Browsers } from '../../alerts/notify/web-push/browsers.ts';
import { Registry } from '../../http/route/services.ts';
import { Configuration } from '../config/load.ts';
import { pageFilePath } from '../config/page-rules.ts';
import { byName, ConfigurationReader } from './configuration-reader.ts';
import { createPageRules } from './page-rules.ts';
import { Reloading } from './reload.ts';
import { sendTest } from './send-test.ts';

export const pageRulesPart = definePart({
  name: 'rules of the page',
  needs: {
    configuration: Configuration,
    reader: ConfigurationReader,
    reloading: Reloading,
    registry: Registry,
    browsers: optional(Browsers),
    environment: Environment,
    host: WatchedHost,
    clock: HostClock,
    problems: FileProblems,
  },
  provides: Rules,
  open({ configuration: { file }, reader, reloading, registry, browsers, environment, host, ...setup }) {
    return createPageRules({
      ...setup,
      path: pageFilePath(file, environment),
      plugins: byName(registry),
      check: reader.withRules,
      reload: reloading.reload,
      raw: reloading.raw,
      async sendTest(name) {
        const { configuration } = await reader.again();
        return sendTest(name, { configuration, environment, host, browsers }, false);
      },
    });
  },
});
