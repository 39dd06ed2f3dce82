import { z } from 'zod'
import type { ScenarioSummary } from '../summary/summary.ts'
import { mirror } from './mirror.ts'
import { requestFields } from './requests-summary-schema.ts'
import { seriesSummarySchema } from './series-summary-schema.ts'
import { usersSummarySchema } from './users-summary-schema.ts'
import { workloadSchema } from './workload-schema.ts'

/** What one scenario did. */
export const scenarioSummarySchema: z.ZodType<ScenarioSummary> = mirror<ScenarioSummary>('Scenario')(
  z.strictObject({
    name: z.string().describe('Name of the scenario'),
    workload: workloadSchema.describe('How its load was described'),
    request: z.string().describe('The first request, as GET /path, and how many others there are; or the names of its journeys'),
    ...requestFields,
    servers: z
      .array(seriesSummarySchema)
      .exactOptional()
      .describe('By server in the order of the config, where several took part; what went elsewhere is "other servers"'),
    users: usersSummarySchema.nullable().describe('What its users did; null for connections without users'),
  }),
)
