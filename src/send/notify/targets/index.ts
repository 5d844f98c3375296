/** All kinds of targets. */
import type { TargetType } from '../target-type.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { gotify } from './gotify.ts';
import { ntfy } from './ntfy.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export const TARGET_TYPES: readonly TargetType[] = [webhook, email, ntfy, slack, discord, telegram, gotify];
