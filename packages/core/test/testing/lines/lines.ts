import { z } from 'zod'
import type { Plugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient, linesMetrics, type LinesOptions, type LinesShared } from './lines-client.ts'

declare module '../../../src/index.ts' {
  interface UserClients {
    readonly lines: LinesClient
  }
}

/** A plugin that keeps every rule; the broken ones differ from it in one thing each. */
export const lines: Plugin<LinesOptions, LinesClient, typeof linesMetrics, LinesShared> = {
  name: 'lines',
  options: z.strictObject({ greeting: z.string().default('hello') }),
  metrics: linesMetrics,
  setup: () => ({ rooms: ['lobby'] }),
  createClient: (context) => new LinesClient(context),
  teardown: async () => {},
}
