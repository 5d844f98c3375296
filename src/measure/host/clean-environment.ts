/** The environment of child programs: the variables they need to run, and no secrets. */

const KEPT = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TERM HOSTNAME DISPLAY WAYLAND_DISPLAY XAUTHORITY
  DBUS_SESSION_BUS_ADDRESS LIBVIRT_DEFAULT_URI SSL_CERT_FILE SSL_CERT_DIR http_proxy https_proxy no_proxy HTTP_PROXY
  HTTPS_PROXY NO_PROXY`.split(/\s+/),
);

type Environment = Readonly<Record<string, string | undefined>>;

export const cleanEnvironment = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (KEPT.has(entry[0]) || entry[0].startsWith('XDG_')),
    ),
  );
