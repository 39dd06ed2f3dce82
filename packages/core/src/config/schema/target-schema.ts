import { z } from 'zod'
import type { ResolvedTarget, ServerTarget } from '../../target/target-config.ts'
import { showValue } from '../show-value.ts'
import { commandTargetSchema } from './command-target-schema.ts'
import { httpUrlSchema } from './http-url-schema.ts'
import { objectOfKind } from './object-of-kind.ts'
import { strictObject } from './strict-object.ts'

const kinds = ['command', 'server', 'url']

const urlTargetSchema = strictObject({ url: httpUrlSchema }).transform(({ url }) => ({ kind: 'url' as const, url }))

const serverTargetSchema = strictObject({
  server: z.custom<ServerTarget['server']>((value) => typeof value === 'function', {
    error: ({ input }) => (input === undefined ? 'is required' : `must be a function that starts a server (was ${showValue(input)})`),
  }),
}).transform(({ server }) => ({ kind: 'server' as const, server }))

/**
 * The system under test.
 *
 * @param cwd folder that a command is started in unless it says otherwise
 */
export function targetSchema(cwd: string): z.ZodType<ResolvedTarget> {
  return z.union(
    [
      httpUrlSchema.transform((url) => ({ kind: 'url' as const, url })),
      objectOfKind('url', kinds, urlTargetSchema),
      objectOfKind('command', kinds, commandTargetSchema(cwd)),
      objectOfKind('server', kinds, serverTargetSchema),
    ],
    { error: 'must be a URL, { url }, { command } or { server }' },
  )
}
