/** The program of the thread in which a module of users runs: one text, as the build is one file. */

/** What `gander/plugin` is in that thread; plugin/index.mjs is the same for authors. */
export const PLUGIN_MODULE = `/** What plugins of others import: declarations, as the plugins of Gander itself have them. */
const field =
  (kind) =>
  (unit, description, options = {}) => ({ kind, unit, description, options });

/** A number that goes up and down. */
export const gauge = field('gauge');
/** A number that only grows; Gander shows its increase per second. */
export const counter = field('counter');
/** A number that rarely changes. */
export const constant = field('constant');
/** The text that names an item. */
export const text = (description) => ({ kind: 'text', unit: null, description, options: {} });
/** Declares a plugin. */
export const definePlugin = (plugin) => plugin;
`;

/** What the thread is started with. */
export interface WorkerSetup {
  /** URL of the module. */
  readonly url: string;
  readonly options: Readonly<Record<string, string>>;
  /** Answers in place of the machine, by step; null: the machine itself. */
  readonly recorded: readonly Readonly<Record<string, string>>[] | null;
  readonly mostBytes: number;
  readonly pluginModule: string;
}

/** Messages are numbers of steps; answers are JSON: `{ declaration, reading }` or `{ error }`. */
export const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { url, options, recorded, mostBytes, pluginModule } = workerData;
const target = 'data:text/javascript,' + encodeURIComponent(pluginModule);
const nodeModule = require('node:module');
if (nodeModule.registerHooks)
  nodeModule.registerHooks({
    resolve: (name, context, next) =>
      name === 'gander/plugin' ? { url: target, format: 'module', shortCircuit: true } : next(name, context),
  });
else
  nodeModule.register(
    'data:text/javascript,' +
      encodeURIComponent(
        'export const resolve = (name, context, next) => name === "gander/plugin" ? { url: ' +
          JSON.stringify(target) + ', format: "module", shortCircuit: true } : next(name, context);',
      ),
  );
let step = 0;
const bounded = (text) => {
  if (text.length > mostBytes) throw new Error('more than ' + mostBytes + ' characters');
  return text;
};
const machine = {
  readText: async (path) => bounded(await require('node:fs/promises').readFile(path, 'utf8')),
  run: (argv) =>
    new Promise((resolve, reject) =>
      require('node:child_process').execFile(
        argv[0],
        argv.slice(1),
        { timeout: 10000, maxBuffer: mostBytes, killSignal: 'SIGKILL', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' } },
        (error, stdout) => (error ? reject(error) : resolve(stdout)),
      ),
    ),
  fetchText: async (address) => {
    const reply = await fetch(address, { signal: AbortSignal.timeout(10000), redirect: 'error' });
    if (!reply.ok) throw new Error(address + ' answered with status ' + reply.status);
    return bounded(await reply.text());
  },
};
const answer = (key) => {
  const found = recorded[Math.min(step, recorded.length) - 1][key];
  if (found === undefined) throw new Error('the test case has no ' + key);
  return found;
};
const host = recorded === null ? machine : {
  readText: async (path) => answer('file ' + path),
  run: async (argv) => answer('run ' + argv.join(' ')),
  fetchText: async (address) => answer('url ' + address),
};
let opened = null;
const open = async () => {
  const { default: plugin } = await import(url);
  if (typeof plugin !== 'object' || plugin === null || typeof plugin.create !== 'function')
    throw new Error('its default export is no plugin');
  const { shape, key, fields } = plugin;
  return { declaration: { shape, key, fields }, reader: await plugin.create({ host, options }) };
};
parentPort.on('message', async (number) => {
  step = number;
  try {
    opened ??= open();
    const { declaration, reader } = await opened;
    parentPort.postMessage(bounded(JSON.stringify({ declaration, reading: await reader.read() })));
  } catch (error) {
    opened = null;
    parentPort.postMessage(JSON.stringify({ error: String((error && error.message) || error).slice(0, 1000) }));
  }
});
`;
