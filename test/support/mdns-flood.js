/**
 * Sends hostile messages of multicast DNS to everyone: random bytes, broken announcements, floods, names that lie.
 * `node mdns-flood.js ADDRESS-OF-INTERFACE COUNT`
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from 'dns-packet';

const [address, count] = process.argv.slice(2);
const socket = createSocket({ type: 'udp4', reuseAddr: true });
socket.bind(5353);
await once(socket, 'listening');
// Those who ask from another port are answered themselves.
const other = createSocket({ type: 'udp4' });
other.bind(0);
await once(other, 'listening');
for (const one of [socket, other]) {
  one.setMulticastInterface(address);
  one.setMulticastTTL(255);
}

let seed = 7;
const random = (most) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % most;
};
const SERVICE = '_glances._tcp.local';
const LABELS = [
  'x',
  'a\u0000b',
  '\u202egnp',
  '<script>alert(1)</script>',
  'x'.repeat(63),
  '../../etc/passwd',
  '$(reboot)',
];
const ADDRESSES = ['127.0.0.1', '0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', address];

function announcement(index) {
  const name = `${LABELS[random(LABELS.length)]}${index % 5000}:61208`.slice(0, 63) + `.${SERVICE}`;
  const target = `h${random(50)}.local`;
  return encode({
    type: 'response',
    answers: [
      { name: SERVICE, type: 'PTR', ttl: random(2) * 0xffff_ffff, data: name },
      { name, type: 'SRV', ttl: 120, data: { port: random(65_536), target } },
      {
        name,
        type: 'TXT',
        ttl: 120,
        data: [Buffer.from(`protocol=${['rest', 'rpc', 'file', ''][random(4)]}`)],
      },
      { name: target, type: 'A', ttl: 120, flush: true, data: ADDRESSES[random(ADDRESSES.length)] },
    ],
  });
}

const question = encode({
  type: 'query',
  questions: [
    { name: SERVICE, type: 'PTR' },
    { name: SERVICE, type: 'ANY' },
  ],
});

/** One question that is answered, beside others that cannot be. */
function oddQuestion() {
  const odd = LABELS[random(LABELS.length)];
  const questions = [SERVICE, `${odd}.${odd}`, `${'y'.repeat(60)}.\n.`].map((name) => ({
    name,
    type: 'PTR',
  }));
  const bytes = encode({ type: 'query', id: random(65_536), questions });
  // The type of the last one, which no list knows.
  bytes.writeUInt16BE(random(65_536), bytes.length - 4);
  return bytes;
}

function hostile(index) {
  const kind = random(6);
  if (kind === 5) return oddQuestion();
  if (kind === 0) return Buffer.from(Array.from({ length: random(1400) }, () => random(256)));
  if (kind === 1) return question;
  const bytes = announcement(index);
  if (kind === 2) for (let change = 0; change < 8; change += 1) bytes[random(bytes.length)] = random(256);
  return kind === 3 ? bytes.subarray(0, random(bytes.length)) : bytes;
}

for (let index = 0; index < Number(count); index += 1) {
  (random(3) === 0 ? other : socket).send(hostile(index), 5353, '224.0.0.251');
  if (index % 50 === 0) await sleep(2);
}
await sleep(100);
process.stdout.write('sent\n');
socket.close();
other.close();
