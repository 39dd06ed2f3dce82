import { channel, subscribe } from 'node:diagnostics_channel'
import type { SetupContext } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'

/** The counters of a bridge since its start. */
export interface ServerCounters {
  /** URL at which the counters were read. */
  readonly url: string
  /** `undefined` where the bridge has no such counter. */
  readonly accepted: number | undefined
  readonly delivered: number | undefined
  /** Why the counters could not be read; `undefined` where they were. */
  readonly missing: string | undefined
}

/** Name of the variable with the URL of a bridge's counters. */
export const metricsUrlVariable = 'BRIDGE_METRICS_URL'

/** Reads the counters of the bridge in the Prometheus format, at `/metrics` of its origin or at the URL that a flag gives; never throws. */
export async function readServerCounters({ target, env, http }: SetupContext): Promise<ServerCounters> {
  const url = env[metricsUrlVariable] ?? new URL('/metrics', target).href
  const missing = (reason: string): ServerCounters => ({ url, accepted: undefined, delivered: undefined, missing: reason })
  try {
    const response = await http.get(url, { headers: { accept: 'text/plain' } })
    if (!response.ok) return missing(`status ${response.status}`)
    const { accepted, delivered } = parseCounters(response.text())
    if (accepted === undefined && delivered === undefined) return missing('no counter of messages among its metrics')
    return { url, accepted, delivered, missing: undefined }
  } catch (error) {
    return missing(messageOf(error))
  }
}

/** Finds the messages that were accepted and delivered in a text of the Prometheus format, by the names of the Rust bridge or of the Go bridge. */
export function parseCounters(text: string): Pick<ServerCounters, 'accepted' | 'delivered'> {
  const samples = text.split('\n').flatMap(parseSample)
  const sum = (fits: (sample: Sample) => boolean): number | undefined => {
    const found = samples.filter(fits)
    return found.length === 0 ? undefined : found.reduce((total, { value }) => total + value, 0)
  }
  const requests = samples.filter(isRequest)
  // A counter of requests that has no series for messages yet has counted none.
  const acceptedPosts = requests.length === 0 ? undefined : (sum(isAcceptedPost) ?? 0)
  return {
    accepted: acceptedPosts ?? sum(({ name }) => name === 'number_of_transfered_messages'),
    delivered: sum(({ name }) => name === 'messages_sent_to_clients_total' || name === 'number_of_delivered_messages'),
  }
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

function parseSample(line: string): readonly Sample[] {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)\s*(?:\{(.*)\})?\s+(\S+)/.exec(line) ?? []
  if (name === undefined || value === undefined || !Number.isFinite(Number(value))) return []
  const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text] as const)
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
}

// What other labels count is unknown.
function isRequest({ name, labels }: Sample): boolean {
  return name === 'http_requests_total' && pathOf(labels) !== undefined && statusOf(labels) !== undefined
}

function isAcceptedPost(sample: Sample): boolean {
  const { labels } = sample
  return isRequest(sample) && labels['method'] === 'POST' && statusOf(labels) === '200' && pathOf(labels)?.endsWith('/message') === true
}

// The Rust bridge has the labels `path` and `status`, the Go bridge `url` and `code`.
function pathOf({ path, url }: Sample['labels']): string | undefined {
  return path ?? url
}

function statusOf({ status, code }: Sample['labels']): string | undefined {
  return status ?? code
}

/** The counters of the bridge before and after a run. */
export interface ServerReading {
  readonly before: ServerCounters
  readonly after: ServerCounters
}

// A named channel, because the hooks of a journey are in another module graph than the command, though in the same thread.
const name = 'benchpress:preset-bridge:server-counters'

/** Passes the readings before and after a run to the report. */
export function tellReading(reading: ServerReading): void {
  channel(name).publish(reading)
}

/** Collects the readings of the runs that follow, in their order, for as long as the process lives. */
export function collectReadings(): readonly ServerReading[] {
  const readings: ServerReading[] = []
  subscribe(name, (reading) => readings.push(reading as ServerReading))
  return readings
}
