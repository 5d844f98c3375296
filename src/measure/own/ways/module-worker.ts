/** The program of the thread in which a module of users runs: one text, as the build is one file. */

/** Source of `gander/plugin` in that thread; plugin/index.mjs is the same for authors. */
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

/** Data with which the thread is started. */
export interface WorkerSetup {
  /** URL of the module. */
  readonly url: string;
  readonly options: Readonly<Record<string, string>>;
  readonly pluginModule: string;
}

/** Question of the module to its host. */
export interface Question {
  readonly id: number;
  readonly kind: 'readText' | 'run' | 'fetchText';
  readonly argument: unknown;
}

/**
 * Messages to the thread are `{ read: step }` and answers to its questions, `{ id, text }` or `{ id, reason }`. It sends
 * {@link Question}s, and a reading as JSON: `{ declaration, reading }` or `{ error }`.
 */
export const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { url, options, pluginModule } = workerData;
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
const asked = new Map();
let last = 0;
const ask = (kind) => (argument) =>
  new Promise((resolve, reject) => {
    last += 1;
    asked.set(last, { resolve, reject });
    parentPort.postMessage({ id: last, kind, argument });
  });
const host = { readText: ask('readText'), run: ask('run'), fetchText: ask('fetchText') };
let opened = null;
const open = async () => {
  const { default: plugin } = await import(url);
  if (typeof plugin !== 'object' || plugin === null || typeof plugin.create !== 'function')
    throw new Error('its default export is no plugin');
  const { shape, key, fields } = plugin;
  return { declaration: { shape, key, fields }, reader: await plugin.create({ host, options }) };
};
const read = async () => {
  try {
    opened ??= open();
    const { declaration, reader } = await opened;
    parentPort.postMessage(JSON.stringify({ declaration, reading: await reader.read() }));
  } catch (error) {
    opened = null;
    parentPort.postMessage(JSON.stringify({ error: String((error && error.message) || error).slice(0, 1000) }));
  }
};
parentPort.on('message', ({ id, text, reason }) => {
  if (id === undefined) return void read();
  const { resolve, reject } = asked.get(id);
  asked.delete(id);
  if (reason === undefined) resolve(text);
  else reject(new Error(reason));
});
`;
