/** Exit statuses, as the documents list them. */
export const EXIT_STATUS: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'Normal exit, also after a signal.'],
  [
    1,
    'Another failure, such as a port in use, a full disk, or an exporter that delivered nothing until --stop-after.',
  ],
  [
    2,
    'The command line, the environment or the configuration is invalid, or names a file, folder, address or name that cannot be used. Also: -c names a host that cannot be shown; the port of -s is in use.',
  ],
];
