/** Words for keys of the configuration, where the key itself says too little. */
import { type Phrase, t } from '../../src/show/display/language.ts';

const WORDS: Readonly<Record<string, Phrase>> = {
  api_key: 'API key',
  chat_id: 'Chat',
  clear_for: 'Notify the end after',
  days: 'Days ahead',
  device: 'Device',
  disable: 'Disabled',
  discovery_prefix: 'Prefix of discovery',
  for: 'Notify after',
  from: 'Sender',
  group_wait: 'Collect alerts for',
  headers: 'Further headers',
  hide: 'Leave out',
  host: 'Broker',
  items: 'Items',
  key: 'Key of the configuration',
  margin: 'Margin',
  min_level: 'Lowest level',
  notify_end: 'Notify the end',
  number: 'Phone number of the sender',
  password: 'Password',
  plugins: 'Parts of the host',
  port: 'Port',
  priority_critical: 'Priority of critical alerts',
  priority_end: 'Priority of the end',
  priority_warning: 'Priority of warnings',
  quiet_hours: 'Quiet hours',
  quiet_hours_critical: 'Critical alerts in quiet hours',
  recipients: 'Recipients',
  repeat: 'Repeat after',
  resolve_after: 'Resolve after',
  room: 'Room',
  routing_key: 'Integration key',
  secret: 'Signing key',
  security: 'Encryption',
  server: 'Server',
  servers: 'Servers',
  smtp_host: 'Mail server',
  smtp_port: 'Port of the mail server',
  stopped_after: 'After a planned stop',
  tag: 'Tags',
  tls: 'Encryption',
  to: 'Recipients',
  token: 'Token',
  topic: 'Topic',
  user: 'User',
  username: 'User name',
  webhook_id: 'Webhook ID',
  webhook_url: 'Address of the webhook',
};

/** Label of a key without the form's common prefix: `Notify after` for `fs_full_for`. */
export function labelOfKey(key: string, prefix: string): string {
  const own = key.startsWith(prefix) ? key.slice(prefix.length) : key;
  const words = WORDS[own];
  return words === undefined ? own.replaceAll('_', ' ').trim() : t(words);
}

/** Names of services that differ from their word in the configuration by more than a capital. */
const SERVICES: Readonly<Record<string, string>> = {
  homeassistant: 'Home Assistant',
  mqtt: 'MQTT',
  ntfy: 'ntfy',
  opsgenie: 'Opsgenie',
  pagerduty: 'PagerDuty',
  teams: 'Microsoft Teams',
};

export function serviceName(type: string): string {
  if (type === 'email') return t('E-mail');
  if (type === 'webhook') return t('Webhook');
  return SERVICES[type] ?? type.slice(0, 1).toUpperCase() + type.slice(1);
}
