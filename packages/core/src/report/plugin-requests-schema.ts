import { z } from 'zod'
import { pluginOutcomes, type PluginOutcome, type PluginOutcomeCounts } from '../metrics/plugin-outcome.ts'
import type { PluginRequestsSummary } from '../summary/summary.ts'
import { count, instant } from './figures.ts'
import { mirror } from './mirror.ts'

const outcomeCountsSchema = mirror<PluginOutcomeCounts>('PluginOutcomeCounts')(
  z.strictObject({
    ok: count('Requests that were answered'),
    error: count('Requests answered with an error of the protocol'),
    timeout: count('Requests not answered in time'),
    refused: count('Requests whose connection could not be opened'),
    reset: count('Requests whose connection broke before the answer was complete'),
    closed_early: count('Requests whose connection the target closed before the answer was complete'),
    protocol_error: count('Requests to which came what was no answer of the protocol'),
    local_error: count('Requests that a limit of this process or this machine kept from being sent, such as EMFILE'),
    aborted: count('Requests in flight when the generator closed the connection, or their user left'),
  } satisfies Record<PluginOutcome, z.ZodType>),
)

const failureSchema = z.strictObject({
  outcome: z.enum(pluginOutcomes).describe('The outcome of these requests'),
  reason: z.string().describe('What the plugin says of them, such as ECONNREFUSED'),
  count: count('How many requests ended so'),
  first: instant('When it was seen first'),
  last: instant('When it was seen last'),
})

/** What became of the requests of one plugin. */
export const pluginRequestsSchema: z.ZodType<PluginRequestsSummary> = mirror<PluginRequestsSummary>('PluginRequests')(
  z.strictObject({
    plugin: z.string().describe('Name of the plugin'),
    started: count('Requests that were started: the sum of all outcomes'),
    outcomes: outcomeCountsSchema.describe('Requests by how they ended'),
    warmup: z
      .strictObject({
        started: count('Requests of the warm-up that were started: the sum of all outcomes'),
        outcomes: outcomeCountsSchema.describe('Requests of the warm-up by how they ended'),
      })
      .nullable()
      .describe('The same of the warm-up; null without one'),
    failures: z.array(failureSchema).describe('Why requests failed, the most frequent first'),
  }),
)
