/** Exit statuses, as the documents list them. */
export const EXIT_STATUS: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'An orderly end, also by a signal.'],
  [
    1,
    'Something else is in the way, such as a port in use, a full disk, or an exporter that delivered nothing until --stop-after.',
  ],
  [
    2,
    'The command line, the environment or the configuration cannot be used, or a file, folder, address or name in them. Also: -c names a host that cannot be shown; the port of -s is in use.',
  ],
];
