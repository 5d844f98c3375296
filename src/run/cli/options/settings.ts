/** Settings and log. */
import { flag, text } from '../declare.ts';

const settings = { group: 'settings' } as const;

export const settingsOptions = {
  debug: flag('-d --debug', 'Log debug messages.', settings),
  conf_file: text('-C --config', null, 'Configuration file to read; it must exist.', {
    ...settings,
    argument: 'path',
  }),
  disable_config_exec: flag(
    '--disable-config-exec',
    'Run no commands from the configuration file, neither actions nor those in back-ticks.',
    settings,
  ),
  enable_config_exec: flag(
    '--enable-config-exec',
    'Replace `commands` in the configuration file with their output.',
    settings,
  ),
  disable_check_update: flag(
    '--disable-check-update',
    'Do not check for newer versions (the default).',
    settings,
  ),
  rootfs: text(
    '--rootfs',
    null,
    'Folder where the root of the monitored host is mounted. Env: GANDER_ROOTFS.',
    {
      ...settings,
      argument: 'dir',
    },
  ),
};
