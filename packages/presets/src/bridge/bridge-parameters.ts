import { given, scaleCount, secondsOf, type PresetSettings } from '@benchpress/core/preset'
import { parseRate } from '@benchpress/core/report'
import type { IdFormat } from './client-ids.ts'

/** What the flags of preset bridge give; `undefined` for what is as documented. */
export type BridgeSettings = {
  readonly [Key in 'subscribers' | 'ids' | 'churn' | 'resume' | 'basePath' | 'idFormat' | 'ttl' | 'token' | 'metricsUrl']:
    | BridgeParameters[Key]
    | undefined
}

/** Everything that makes one test of a bridge. Times in seconds. */
export interface BridgeParameters {
  readonly subscribers: number
  /** Of each subscriber. */
  readonly ids: number
  /** Messages per second. */
  readonly rate: number
  readonly mostSenders: number
  readonly arrivals: 'uniform' | 'poisson'
  /** How likely a subscriber closes its connection after an event. */
  readonly churn: number
  /** Whether a subscriber asks for what it missed when it comes back. */
  readonly resume: boolean
  /** Before `/events` and `/message`; empty or beginning with a slash. */
  readonly basePath: string
  readonly idFormat: IdFormat
  /** How long the bridge keeps a message; `undefined` sends none. */
  readonly ttl: number | undefined
  readonly token: string | undefined
  readonly metricsUrl: string | undefined
  /** What the ids are made from. */
  readonly seed: number
  readonly subscribersFor: number
  readonly sendersAfter: number
  readonly sendersFor: number
  readonly subscribersStop: number
  readonly sendersStop: number
}

/** The parameters of the published test. */
export const documentedParameters: BridgeParameters = {
  subscribers: 2000,
  ids: 5,
  rate: 4000,
  mostSenders: 2000,
  arrivals: 'uniform',
  churn: 0.01,
  resume: false,
  basePath: '',
  idFormat: 'any',
  ttl: undefined,
  token: undefined,
  metricsUrl: undefined,
  seed: 1,
  subscribersFor: 310,
  sendersAfter: 5,
  sendersFor: 300,
  subscribersStop: 10,
  sendersStop: 30,
}

// The bridge that demands such ids demands a ttl too, of at most this number of seconds.
const ttlOfHex64 = 300

/** The parameters that a reader asks for; `path` is that of the URL, which is the base path of a bridge. */
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
    rate: (readRate(settings.rate) ?? rate) * scale,
    basePath: (own.basePath ?? path ?? '').replace(/\/+$/, ''),
    seed: settings.seed ?? drawSeed(),
  }
}

// The flag was read before, so that it is a rate.
function readRate(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseRate(text)
}

type Times = Pick<BridgeParameters, 'subscribersFor' | 'sendersAfter' | 'sendersFor' | 'subscribersStop'>

/**
 * The documented stagger for another length, in proportion: senders start later than the subscribers and end earlier, by as much.
 *
 * However short the run, that is at least 2 s or a tenth of it: connections take their time to open, and messages theirs to arrive.
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

function drawSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}
