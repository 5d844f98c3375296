import { passNotFetched } from '../../../core/not-fetched.ts';
import type { Host } from '../../../core/host.ts';
import { text } from '../../../core/fields.ts';
import { textOption } from '../../../core/options.ts';
import { runsInText } from '../../../core/machine-words.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { parseOsRelease } from '../../linux/os-release.ts';
import { whoseSource } from '../../sources/whose.ts';

const fields = {
  os_name: text('Name of the kernel.', { metric: { info: 'os_name' } }),
  hostname: text('Name of the host.', { metric: { info: 'hostname' } }),
  platform: text('Word size.', { metric: { info: 'platform' } }),
  os_version: text('Release of the kernel.', { metric: { info: 'os_version' } }),
  linux_distro: text('Name and version of the distribution; empty when unknown.', {
    metric: { info: 'linux_distro' },
  }),
  hr_name: text('Distribution, word size and kernel in one line.'),
};

const options = {
  system_info_msg: textOption(undefined, 'Template of hr_name; {field} stands for a field of this plugin.'),
};

function distribution(host: Host): string {
  try {
    const { name, versionId } = parseOsRelease(host.read('/etc/os-release'));
    return [name, versionId].filter(Boolean).join(' ');
  } catch (error) {
    passNotFetched(error);
    return '';
  }
}

/** A container shares the kernel with its host but has its own name: below a root, the file knows better. */
const hostName = (host: Host): string =>
  (host.isLocal ? null : host.readText('/etc/hostname')) ?? host.readText('/proc/sys/kernel/hostname') ?? '';

function describe(template: string | undefined, values: Readonly<Record<string, string>>): string {
  const { linux_distro: distro, platform, os_name: kernel, os_version: release } = values;
  const usual = `${distro} ${platform} / ${kernel} ${release}`.trim();
  if (template === undefined) return usual;
  let isComplete = true;
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    if (!Object.hasOwn(values, key)) isComplete = false;
    return values[key] ?? '';
  });
  return isComplete ? filled : `${release} ${platform}`;
}

/** The host's names: /proc/sys/kernel/{ostype,hostname,osrelease} and /etc/os-release. */
export default definePlugin({
  name: 'system',
  shape: 'object',
  description: 'Operating system and name of the host.',
  refresh: 60,
  fields,
  options,
  create: ({ host, options: { system_info_msg: template }, use, notice }) => {
    const whose = use(whoseSource);
    return {
      read() {
        notice('whose', runsInText(whose().kind));
        const values = {
          os_name: host.readText('/proc/sys/kernel/ostype') ?? 'Linux',
          hostname: hostName(host),
          platform: host.machine.endsWith('64') || host.machine === 's390x' ? '64bit' : '32bit',
          os_version: host.readText('/proc/sys/kernel/osrelease') ?? '',
          linux_distro: distribution(host),
        };
        return { ...values, hr_name: describe(template, values) };
      },
    };
  },
});
