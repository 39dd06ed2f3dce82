import { countFlag, flag, InvalidFlagError, parseUrl, switchFlag, wordFlag } from '@benchpress/core/preset'
import type { FlagsOf, FlagSources, UnfitFlag } from '@benchpress/core/preset'
import type { BridgeSettings } from './bridge-parameters.ts'

/** The flags of {@link BridgeSettings}. */
export const bridgeFlags: FlagsOf<BridgeSettings> = {
  subscribers: countFlag('--subscribers <count>', 'connections that are held, each for its ids', { default: 'the documented 2,000' }),
  ids: countFlag('--ids <count>', 'ids of each subscriber', { default: 'the documented 5' }),
  churn: flag('--churn <share>', 'how likely a subscriber closes its connection after an event and opens another, 0 to 1', parseShare, {
    default: 'the documented 0.01',
  }),
  resume: switchFlag('--resume', 'subscribers say by last_event_id what they had when they come back, so that nothing is lost'),
  basePath: flag('--base-path <path>', 'what stands before /events and /message, such as /bridge', parseBasePath, {
    default: 'the path of --url',
  }),
  idFormat: wordFlag('--id-format <format>', '"any", or "hex64": 64 hexadecimal digits', ['any', 'hex64'], {
    default: 'any, as documented',
  }),
  ttl: countFlag('--ttl <seconds>', 'how long the bridge keeps a message', {
    default: 'none is sent; 300 with hex64, where it is demanded',
  }),
  token: flag('--token <token>', 'sent as Authorization: Bearer, and shown nowhere', parseToken),
  metricsUrl: flag('--metrics-url <url>', "where the bridge's own counters are, in the Prometheus format", (text) => parseUrl(text), {
    default: '/metrics of the target, where there is one',
  }),
}

/** The flags of every command that a test of a bridge cannot follow. */
export const unfitForBridge: readonly UnfitFlag[] = [
  {
    key: 'connections',
    because: 'a subscriber holds one connection, a sender has one of its own',
    hint: 'Give --subscribers, or --max-users for the senders.',
  },
  { key: 'users', because: 'there are subscribers and senders', hint: 'Give --subscribers, or --max-users for the senders.' },
  { key: 'pipelining', because: 'a sender has one message at a time', hint: 'Leave it out.' },
  { key: 'refill', because: 'a sender has one message at a time', hint: 'Leave it out.' },
  { key: 'requests', because: 'subscribers hold their connections for a time', hint: 'Give -d and -r.' },
  { key: 'warmup', because: 'subscribers are there before the first message, and stay', hint: 'Leave it out.' },
  { key: 'reconnectAfter', because: 'subscribers reconnect by chance, as documented', hint: 'Give --churn.' },
]

/** The flags that each part of the suite comes from. */
export const sourcesOfBridge: FlagSources = [
  [/^scenarios$/, '--subscribers and --max-users'],
  [/^scenarios\.subscribers\.workload\.users/, '--subscribers'],
]

function parseShare(text: string): number {
  const share = Number(text)
  if (text.trim() === '' || !(share >= 0 && share <= 1)) throw new InvalidFlagError('must be a number from 0 to 1, such as 0.01')
  return share
}

function parseBasePath(text: string): string {
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/]*$/.test(text)) throw new InvalidFlagError('must be a path such as /bridge')
  return text
}

function parseToken(text: string): string {
  // Redacting a shorter token would hide half of every text.
  if (text.length < 4 || /[^\u0021-\u007e]/.test(text))
    throw new InvalidFlagError('must be at least 4 printable characters without spaces', { shown: '…' })
  return text
}
