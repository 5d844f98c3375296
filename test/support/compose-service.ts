/** A compose service as arguments of `docker run`. Unknown keys are errors, so none goes untested. */

export interface ComposeVolume {
  type: 'bind' | 'volume';
  source: string;
  target: string;
  read_only?: boolean;
  bind?: { propagation: string } | undefined;
}

export type ComposeService = Readonly<Record<string, unknown>>;

type Translate = (value: never) => string[];

const each =
  (option: string): Translate =>
  (values: string[]) =>
    values.flatMap((value) => [option, value]);

const mount = ({ type, source, target, read_only: readOnly, bind }: ComposeVolume): string => {
  const parts = [`type=${type}`, `source=${source}`, `target=${target}`];
  if (readOnly) parts.push('readonly');
  if (bind) parts.push(`bind-propagation=${bind.propagation}`);
  return parts.join(',');
};

const none: Translate = () => [];

const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  build: none,
  image: none,
  // It would outlive the test.
  restart: none,
  // The port may be taken on the machine of the tests, so requests go to the container's own address.
  ports: none,
  user: (user: string) => ['--user', user],
  init: (on: boolean) => (on ? ['--init'] : []),
  volumes: (volumes: ComposeVolume[]) => volumes.flatMap((volume) => ['--mount', mount(volume)]),
  read_only: (on: boolean) => (on ? ['--read-only'] : []),
  tmpfs: each('--tmpfs'),
  cap_drop: each('--cap-drop'),
  cap_add: each('--cap-add'),
  security_opt: each('--security-opt'),
  environment: (values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
};

/** Equivalent options of `docker run`. Throws on a key without translation. */
export function runOptions(service: ComposeService): string[] {
  return Object.entries(service).flatMap(([key, value]) => {
    const translate = TRANSLATIONS[key];
    if (translate === undefined) throw new Error(`no translation of ${key}`);
    return translate(value as never);
  });
}
