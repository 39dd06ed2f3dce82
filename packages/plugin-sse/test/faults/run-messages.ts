import { run, type DeliverySummary, type Result } from '@benchpress/core'
import { sse } from '../../src/index.ts'
import type { HearOptions, TellOptions } from '../servers/counted-messages.ts'
import { MessageServer } from '../servers/message-server.ts'
import type { MessageServerCounters, MessageServerOptions } from '../servers/message-server-options.ts'

const journeys = import.meta.resolve('../servers/counted-messages.ts')

/** A little more than the longest transit of a message: a message that has not arrived after this time was missed. */
export const transit = '2100ms'

/** A test of a server with faults. */
export interface MessageTest {
  readonly server?: MessageServerOptions
  readonly workers?: number
  readonly subscribers?: number
  readonly tell?: Partial<TellOptions>
  readonly hear?: Partial<HearOptions>
}

/** The outcome of a test, on both sides. */
export interface MessageOutcome {
  readonly result: Result
  readonly deliveries: DeliverySummary
  readonly counters: MessageServerCounters
  /** Reasons of the verdict about deliveries, by rule. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Sends messages over a server with faults, by default a thousand from one user to ten subscribers. */
export async function runMessages({
  server: faults = {},
  workers = 2,
  subscribers = 10,
  tell,
  hear,
}: MessageTest): Promise<MessageOutcome> {
  const server = await MessageServer.start(faults)
  try {
    const hearing: HearOptions = { names: 1, linger: '0s', ...hear }
    const telling: TellOptions = { publishers: 1, messages: 1000, recipients: subscribers * hearing.names, subscribers, ...tell }
    const senders = Math.max(telling.publishers, workers)
    const result = await run({
      target: server.url,
      workers,
      seed: 1,
      plugins: [sse()],
      scenarios: {
        subscribers: {
          journey: { module: journeys, export: 'hear', options: hearing },
          workload: { users: subscribers, iterations: subscribers },
        },
        publishers: {
          journey: { module: journeys, export: 'tell', options: telling },
          workload: { users: senders, iterations: senders },
        },
      },
    })
    const [deliveries] = result.deliveries
    if (deliveries === undefined) throw new Error(`no deliveries: ${JSON.stringify(result.verdict)}`)
    const reasons = result.verdict.reasons.filter(({ rule }) => rule.startsWith('deliveries-') || rule === 'identity')
    return {
      result,
      deliveries,
      counters: server.counters,
      reasons: Object.fromEntries(reasons.map(({ rule, text }) => [rule, text])),
    }
  } finally {
    await server.close()
  }
}
