/** The methods of XML-RPC clients, old and new. Those with values return JSON text. */
import { type AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import type { JsonCache } from '../json-cache/json-cache.ts';
import type { Body } from '../../http/body/body.ts';
import { emptyValue, type MaybePromise, type Plugin } from '../../core/plugin.ts';
import { writeReply, type RpcCall } from '../../net/xml-rpc/codec.ts';
import { isListed, methodName, pluginName, wireName } from '../../net/xml-rpc/names.ts';
import { RpcFault } from '../../net/xml-rpc/rpc-error.ts';
import { createTexts, xmlBody } from './texts.ts';
import { renamedLimits } from '../../measure/levels/limits.ts';
import type { RpcValue } from '../../net/xml-rpc/value.ts';

export interface MethodsSetup {
  agent: AgentParts;
  /** All plugins, enabled or not. */
  registry: readonly Plugin[];
  version: string;
  jsonCache: JsonCache;
}

/** Calls a method; the result is the whole reply. Throws {@link RpcFault}. */
export type Methods = (call: RpcCall) => MaybePromise<Body>;

interface Method {
  /** Number of parameters, all of them texts. */
  arity: 0 | 1;
  run(name: string): MaybePromise<Body>;
}

/** Code of all faults. */
export const FAULT_CODE = 1;

export function createMethods(setup: MethodsSetup): Methods {
  const methods = new Map([...dataMethods(setup), ...pluginMethods(setup)]);
  addIntrospection(methods);
  return ({ method, params }) => {
    const known = methods.get(method);
    if (known === undefined)
      throw new RpcFault(FAULT_CODE, `method "${method.slice(0, 100)}" is not supported`);
    const [param = ''] = params;
    if (params.length !== known.arity || typeof param !== 'string')
      throw new RpcFault(FAULT_CODE, `${method} takes ${known.arity === 0 ? 'no parameter' : 'one text'}`);
    return known.run(param);
  };
}

const reply = (value: RpcValue): Body => xmlBody(writeReply(value));
const json = (value: unknown): Body => reply(JSON.stringify(value));

function dataMethods(setup: MethodsSetup): [string, Method][] {
  const { agent, version } = setup;
  const listed = agent.plugins.filter(({ name }) => isListed(name));
  const names = listed.map(({ name }) => name);
  const texts = createTexts({ ...setup, plugins: listed });
  const limits = () =>
    Object.fromEntries(
      names.map((name) => [wireName(name), renamedLimits(agent.levels.limitsOf(name), name, wireName(name))]),
    );
  const all = (aspect: 'stats' | 'views'): Method => ({
    arity: 0,
    run: () => whenSampled(agent, names, () => texts.all(aspect)),
  });
  const constant = (body: Body): Method => ({ arity: 0, run: () => body });
  const find = createFinder(setup);
  return [
    ['init', constant(reply(version))],
    ['getAll', all('stats')],
    ['getAllViews', all('views')],
    ['getAllLimits', { arity: 0, run: () => json(limits()) }],
    ['getAllPlugins', constant(json(names.map(wireName)))],
    ['getPlugin', { arity: 1, run: (name) => find(name, 'stats') }],
    ['getPluginView', { arity: 1, run: (name) => find(name, 'views') }],
  ];
}

/** Creates the lookup of a plugin's value by name. A disabled one replies as if it had no data. */
function createFinder({ agent, registry, jsonCache }: MethodsSetup) {
  const enabled = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
  const known = new Map(registry.map((plugin) => [plugin.name, plugin]));
  const texts = createTexts({ jsonCache, plugins: [] });
  return (asked: string, aspect: 'stats' | 'views'): MaybePromise<Body> => {
    const name = pluginName(asked);
    const plugin = enabled.get(name);
    if (plugin !== undefined) return whenSampled(agent, [name], () => texts.of(plugin, aspect));
    const off = known.get(name);
    if (off === undefined) throw new RpcFault(FAULT_CODE, `there is no plugin "${asked.slice(0, 100)}"`);
    return json(aspect === 'stats' ? emptyValue(off) : {});
  };
}

/** `getCpu`, `getViewsCpu` and so on, as clients of versions 2 and 3 call them. */
function pluginMethods(setup: MethodsSetup): [string, Method][] {
  const find = createFinder(setup);
  const names = new Set(setup.registry.flatMap(({ name }) => [name, wireName(name)]));
  if (names.has('containers')) names.add('docker');
  return [...names].flatMap((name): [string, Method][] => [
    [methodName('get', name), { arity: 0, run: () => find(name, 'stats') }],
    [methodName('getViews', name), { arity: 0, run: () => find(name, 'views') }],
  ]);
}

function addIntrospection(methods: Map<string, Method>): void {
  const about = (answer: string): Method => ({
    arity: 1,
    run(name) {
      if (!methods.has(name))
        throw new RpcFault(FAULT_CODE, `method "${name.slice(0, 100)}" is not supported`);
      return reply(answer);
    },
  });
  methods.set('system.methodHelp', about(''));
  methods.set('system.methodSignature', about('signatures not supported'));
  methods.set('system.listMethods', { arity: 0, run: () => reply([...methods.keys()].sort()) });
}
