/** All kinds of targets. */
import type { TargetType } from '../target-type.ts';
import { alertmanager } from './alertmanager.ts';
import { apprise } from './apprise.ts';
import { discord } from './discord.ts';
import { email } from './email.ts';
import { exec } from './exec.ts';
import { gotify } from './gotify.ts';
import { homeassistant } from './homeassistant.ts';
import { matrix } from './matrix.ts';
import { mattermost } from './mattermost.ts';
import { mqtt } from './mqtt.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { pushover } from './pushover.ts';
import { signal } from './signal.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';
import { webpush } from './webpush.ts';

export const TARGET_TYPES: readonly TargetType[] = [
  webhook,
  email,
  ntfy,
  slack,
  discord,
  telegram,
  gotify,
  pushover,
  matrix,
  mattermost,
  teams,
  signal,
  pagerduty,
  opsgenie,
  alertmanager,
  homeassistant,
  mqtt,
  webpush,
  apprise,
  exec,
];
