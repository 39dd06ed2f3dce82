import { z } from 'zod'
import type { PluginRequestsSummary } from '../summary/summary.ts'
import { mirror } from './mirror.ts'
import { requestFields } from './requests-summary-schema.ts'

/** What the requests of one plugin did. */
export const pluginRequestsSchema: z.ZodType<PluginRequestsSummary> = mirror<PluginRequestsSummary>('PluginRequests')(
  z.strictObject({ plugin: z.string().describe('Name of the plugin'), ...requestFields }),
)
