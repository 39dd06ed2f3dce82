import { channel, subscribe } from 'node:diagnostics_channel'
import type { SetupContext } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'

/** The counters of a bridge since its start, as far as it has them, or why they could not be read. */
export interface ServerCounters {
  readonly url: string
  readonly accepted?: number | undefined
  readonly delivered?: number | undefined
  readonly missing?: string
}

/** Name of the variable with the URL of a bridge's counters. */
export const metricsUrlVariable = 'BRIDGE_METRICS_URL'

/** Reads the counters of the bridge in the Prometheus format, at `/metrics` of its origin or at the URL that a flag gives; never throws. */
export async function readServerCounters({ target, env, http }: SetupContext): Promise<ServerCounters> {
  const url = env[metricsUrlVariable] ?? new URL('/metrics', target).href
  try {
    const response = await http.get(url, { headers: { accept: 'text/plain' } })
    if (!response.ok) return { url, missing: `status ${response.status}` }
    const counters = parseCounters(response.text())
    const isKnown = counters.accepted !== undefined || counters.delivered !== undefined
    return isKnown ? { url, ...counters } : { url, missing: 'no counter of messages among its metrics' }
  } catch (error) {
    return { url, missing: messageOf(error) }
  }
}

const value = String.raw`"(?:[^"\\]|\\.)*"`

/** Finds the messages that were accepted and delivered in a text of the Prometheus format, by the names of the Rust bridge or of the Go bridge. */
export function parseCounters(text: string): Pick<ServerCounters, 'accepted' | 'delivered'> {
  const sum = (name: string, labels: readonly string[] = []): number | undefined => {
    const has = labels.map((label) => `(?=[^\n]*${label})`).join('')
    const lines = [...text.matchAll(new RegExp(`^(?:${name})${has}(?:\\{.*\\})?\\s+(\\S+)`, 'gm'))].map((line) => Number(line[1]))
    const known = lines.filter(Number.isFinite)
    return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0)
  }
  // The Rust bridge has the labels `path` and `status`, the Go bridge `url` and `code`; what others count is unknown.
  const requests = sum('http_requests_total', [`(?:path|url)=${value}`, `(?:status|code)=${value}`])
  const messages = sum('http_requests_total', [
    'method="POST"',
    String.raw`(?:path|url)="(?:[^"\\]|\\.)*/message"`,
    '(?:status|code)="200"',
  ])
  return {
    // A counter of requests that has no series for messages yet has counted none.
    accepted: requests === undefined ? sum('number_of_transfered_messages') : (messages ?? 0),
    delivered: sum('messages_sent_to_clients_total|number_of_delivered_messages'),
  }
}

/** The counters of the bridge before and after a run. */
export interface ServerReading {
  readonly before: ServerCounters
  readonly after: ServerCounters
}

// A named channel, because the hooks of a journey are in another module graph than the command, though in the same thread.
const name = 'benchpress:preset-bridge:server-counters'

/** Passes the readings before and after a run to the report. */
export function reportReading(reading: ServerReading): void {
  channel(name).publish(reading)
}

/** Collects the readings of the runs that follow, in their order, for as long as the process lives. */
export function collectReadings(): readonly ServerReading[] {
  const readings: ServerReading[] = []
  subscribe(name, (reading) => readings.push(reading as ServerReading))
  return readings
}
