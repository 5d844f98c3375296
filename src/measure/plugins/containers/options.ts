import { nameFilterOptions } from '../../../core/name-filter.ts';
import { flagOption, FOR_CLIENTS, integerOption, listOption, withoutEffect } from '../../../core/options.ts';

export const options = {
  ...nameFilterOptions(),
  all: flagOption(false, 'Also serve stopped containers.'),
  max_name_size: withoutEffect(
    integerOption(20, 'Characters of a name that user interfaces show.'),
    FOR_CLIENTS,
  ),
  disable_stats: withoutEffect(
    listOption(
      ['command'],
      'Columns that user interfaces leave out: name, status, uptime, cpu, mem, diskio, networkio, ports, command.',
    ),
    FOR_CLIENTS,
  ),
  podman_sock: listOption(
    undefined,
    'Further Podman sockets, besides /run/podman/podman.sock and those of all users, such as unix:///srv/podman.sock.',
  ),
};
