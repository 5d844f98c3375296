/** All engines, in the order of precedence for names that several of them use. Adding one is adding a line here. */
import { createDocker } from './docker.ts';
import type { CreateEngine } from './engine.ts';
import { createLxd } from './lxd.ts';
import { createPodman } from './podman.ts';

export const ENGINES: readonly CreateEngine[] = [createDocker, createPodman, createLxd];
