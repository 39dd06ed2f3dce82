import { given, scaleCount, secondsOf, countFlag, flag, InvalidFlagError, parseUrl, switchFlag, wordFlag } from '@benchpress/core/preset'
import type { PresetSettings, FlagsOf, FlagSources, UnfitFlag } from '@benchpress/core/preset'
import { parseRate } from '@benchpress/core/report'
import type { IdFormat } from './client-ids.ts'

/** The values of the flags of preset bridge; `undefined` for the documented ones. */
export type BridgeSettings = {
  readonly [Key in 'subscribers' | 'ids' | 'churn' | 'resume' | 'basePath' | 'idFormat' | 'ttl' | 'token' | 'metricsUrl']:
    | BridgeParameters[Key]
    | undefined
}

/** The parameters of the published test. Times in seconds. */
export const documentedParameters = {
  subscribers: 2000,
  /** Ids of each subscriber. */
  ids: 5,
  /** Messages per second. */
  rate: 4000,
  mostSenders: 2000,
  arrivals: 'uniform' as 'uniform' | 'poisson',
  /** Probability that a subscriber closes its connection after an event. */
  churn: 0.01,
  /** Whether a subscriber asks for missed messages when it reconnects. */
  resume: false,
  /** Path before `/events` and `/message`; empty or beginning with a slash. */
  basePath: '',
  idFormat: 'any' as IdFormat,
  /** Time for which the bridge keeps a message; `undefined` sends none. */
  ttl: undefined as number | undefined,
  token: undefined as string | undefined,
  metricsUrl: undefined as string | undefined,
  /** Seed of the ids. */
  seed: 1,
  subscribersFor: 310,
  sendersAfter: 5,
  sendersFor: 300,
  subscribersStop: 10,
  sendersStop: 30,
}

/** Everything that makes one test of a bridge. */
export type BridgeParameters = Readonly<typeof documentedParameters>

// A bridge that demands ids of 64 digits also demands a ttl of at most this number of seconds.
const ttlOfHex64 = 300

/** The parameters that flags and URL ask for; `path` is that of the URL, which is the base path of a bridge. */
export function parametersFor(settings: PresetSettings, own: BridgeSettings, path: string | undefined): BridgeParameters {
  const { subscribers, mostSenders, rate } = documentedParameters
  const scale = settings.scale ?? 1
  return {
    ...documentedParameters,
    ...timesOf(settings.duration),
    ...given({ ids: own.ids, arrivals: settings.arrivals, churn: own.churn, resume: own.resume, idFormat: own.idFormat }),
    ...given({ token: own.token, metricsUrl: own.metricsUrl, ttl: own.ttl ?? (own.idFormat === 'hex64' ? ttlOfHex64 : undefined) }),
    subscribers: scaleCount(own.subscribers ?? subscribers, scale),
    mostSenders: scaleCount(settings.maxUsers ?? mostSenders, scale),
    // The flag was parsed as a rate before.
    rate: (settings.rate === undefined ? rate : (parseRate(settings.rate) ?? rate)) * scale,
    basePath: (own.basePath ?? path ?? '').replace(/\/+$/, ''),
    seed: settings.seed ?? Math.floor(Math.random() * 2 ** 31),
  }
}

type Times = Pick<BridgeParameters, 'subscribersFor' | 'sendersAfter' | 'sendersFor' | 'subscribersStop'>

/**
 * Scales the documented stagger to another length: senders start later than the subscribers, and end earlier by the same time.
 *
 * That time is at least 2 s or a tenth of the run, since connections need time to open, and messages to arrive.
 */
function timesOf(duration: string | undefined): Times | undefined {
  if (duration === undefined) return undefined
  const seconds = secondsOf(duration)
  const { subscribersFor, sendersAfter, subscribersStop } = documentedParameters
  const part = (documented: number): number =>
    roundMilliseconds(Math.max((documented * seconds) / subscribersFor, Math.min(2, seconds / 10)))
  const lead = part(sendersAfter)
  return {
    subscribersFor: seconds,
    sendersAfter: lead,
    sendersFor: roundMilliseconds(seconds - 2 * lead),
    subscribersStop: part(subscribersStop),
  }
}

function roundMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

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
