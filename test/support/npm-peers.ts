/** npm packages that only the full run needs: installed once, without scripts, outside of the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFull } from './full-run.ts';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/npm-peers');
const PACKAGES = [
  '@modelcontextprotocol/conformance@0.1.16',
  '@modelcontextprotocol/inspector@2.12.0',
  '@opentelemetry/otlp-transformer@0.223.1',
  'statsd@0.9.0',
  'express@4.22.3',
  'express-pouchdb@4.2.0',
  'pouchdb-adapter-memory@9.0.0',
  'pouchdb-core@9.0.0',
  'pouchdb-mapreduce@9.0.0',
  'pouchdb-replication@9.0.0',
];
const NPM = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];

/** The complete `node_modules`; null: not the full run, or unavailable. */
export function npmPeers(): string | null {
  const found = join(FOLDER, 'node_modules');
  if (!isFull) return null;
  try {
    mkdirSync(FOLDER, { recursive: true });
    if (!PACKAGES.every((name) => existsSync(join(found, name.replace(/@[^@/]+$/, '')))))
      execFileSync('npm', [...NPM, '--prefix', FOLDER, ...PACKAGES], { stdio: 'ignore' });
    return found;
  } catch (error) {
    console.log(`skipped: tests that need packages of npm (${(error as Error).message})`);
    return null;
  }
}
