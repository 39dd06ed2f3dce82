import { z } from 'zod'
import type { ResolvedTarget, Servers, ServerTarget } from '../../target/target.ts'
import { showValue } from '../show-value.ts'
import { commandTargetSchema } from './command-target-schema.ts'
import { httpUrlSchema } from '../fields/url-schema.ts'
import { checkTogether, strictObject } from '../fields/object-schema.ts'
import { objectOfKind } from '../fields/object-of-kind.ts'
import { findServerProblems, resolveServers, serversFields } from './servers-schema.ts'

// A command may have servers too, and is of the first kind whose key it has.
const kinds = ['command', 'servers', 'server', 'url']

const urlTargetSchema = strictObject({ url: httpUrlSchema }).transform(({ url }) => ({ kind: 'url' as const, url }))

const serversTargetSchema = strictObject(serversFields satisfies Record<keyof Servers, z.ZodType>)
  .check(checkTogether(findServerProblems))
  .transform((fields) => {
    const servers = resolveServers(fields)
    return { kind: 'url' as const, url: fields.servers[0] ?? '', ...(servers === undefined ? {} : { servers }) }
  })

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
      objectOfKind('servers', kinds, serversTargetSchema),
      objectOfKind('server', kinds, serverTargetSchema),
    ],
    { error: 'must be a URL, { url }, { servers }, { command } or { server }' },
  )
}
