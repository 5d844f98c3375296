/** A failing container engine. Its containers stay listed with a reason while it exists, and recover with it. */
import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { idOf } from '../support/fake-docker.ts';
import { type FaultBench, PATIENCE } from './fault-bench.ts';

/** Larger than any pid: the engine measures a container whose process is not on this host. */
const NO_PROCESS = 2 ** 22 + 1;

type Misbehave = (response: ServerResponse) => void;

const json = (response: ServerResponse): ServerResponse =>
  response.setHeader('content-type', 'application/json');

const MISBEHAVIOURS: Readonly<Record<string, Misbehave>> = {
  hangs: () => {},
  'answers with a page': (response) => response.setHeader('content-type', 'text/html').end('<html>no</html>'),
  'answers garbage': (response) => json(response).end('{"Id": \u0000[[['),
  'answers with an error': (response) => {
    response.statusCode = 500;
    json(response).end('{"message":"database is locked"}');
  },
  'ends in the middle': (response) => {
    json(response).setHeader('content-length', 1000);
    response.write('[{"Id":"', () => response.destroy());
  },
  'answers without end': (response) => {
    const part = '{"Id":"x"},'.repeat(6000);
    const pour = (): void => {
      while (!response.destroyed && response.write(part));
    };
    json(response).on('drain', pour);
    response.write('[');
    pour();
  },
  'answers values of other types': (response) =>
    json(response).end('[7,null,{"Id":[],"Names":7,"State":{"a":1},"Created":1e999}]'),
};

/** Names of the containers; the request wakes the plugin. */
const namesOf = async ({ agent }: FaultBench): Promise<string[]> =>
  (await agent.get<{ name: string }[]>('/containers')).map(({ name }) => name);

const problemOf = async ({ agent }: FaultBench): Promise<string | null> =>
  (await agent.plugin('containers')).reason;

/** Sets the containers of the engine, which announces them. */
export function list({ engine }: FaultBench, names: readonly string[]): void {
  engine.containers = names.map((name) => ({
    listed: listedAs(name),
    details: { State: { Status: 'running', Pid: NO_PROCESS } },
  }));
  engine.emit({ Type: 'container', Action: 'start', Actor: { ID: idOf(names[0] ?? '') } });
}

const listedAs = (name: string) => ({
  Id: idOf(name),
  Names: [name],
  Image: 'web:latest',
  ImageID: 'sha256:web',
  State: 'running',
  Created: '2026-01-01T00:00:00Z',
});

async function faultOf(bench: FaultBench, what: string, misbehave: Misbehave): Promise<void> {
  const { engine, check } = bench;
  list(bench, ['web']);
  await recovered(bench);
  engine.intercept = (_path, response) => {
    misbehave(response);
    return true;
  };
  engine.drop();
  await vi.waitFor(async () => {
    expect(await namesOf(bench)).toEqual(['web']);
    expect(await problemOf(bench)).toMatch(/engine\.sock|form that is not known/);
  }, PATIENCE);
  await check(`an engine that ${what}`);
  expect(await namesOf(bench)).toEqual(['web']);
  engine.intercept = () => false;
  await recovered(bench);
}

async function recovered(bench: FaultBench): Promise<void> {
  await vi.waitFor(async () => {
    expect(await namesOf(bench)).toEqual(['web']);
    expect(await problemOf(bench)).toBeNull();
  }, PATIENCE);
}

export const engineFaults: Readonly<Record<string, (bench: FaultBench) => Promise<void>>> =
  Object.fromEntries(
    Object.entries(MISBEHAVIOURS).map(([what, misbehave]) => [
      `an engine that ${what}`,
      (bench: FaultBench): Promise<void> => faultOf(bench, what, misbehave),
    ]),
  );
