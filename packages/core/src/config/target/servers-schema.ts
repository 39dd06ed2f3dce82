import { z } from 'zod'
import type { RequiredResponse, ResolvedServers } from '../../target/target.ts'
import { showValue } from '../../base/redact/redact-text.ts'
import { strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import { httpUrlSchema, pathSchema } from '../fields/url-schema.ts'

// A table of more is of no use to anybody, and each costs every user a connection.
const mostServers = 100

/** The keys of several servers, in whatever kind of target has them. */
export const serversFields: ServersFields = {
  servers: z
    .array(httpUrlSchema)
    .min(1)
    .max(mostServers, { error: `must be at most ${mostServers} servers` }),
  health: pathSchema.optional(),
  requires: strictObject({ path: pathSchema, contains: z.string().min(1).optional() } satisfies Record<
    keyof RequiredResponse,
    z.ZodType
  >).optional(),
}

// A type and not an interface, so that it is a record too.
type ServersFields = {
  readonly servers: z.ZodType<string[]>
  readonly health: z.ZodType<string | undefined>
  readonly requires: z.ZodType<{ path: string; contains?: string | undefined } | undefined>
}

/** What is wrong with servers taken together. */
export function findServerProblems({ servers, health, requires }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (servers === undefined) {
    const needing = Object.entries({ health, requires }).flatMap(([key, value]) => (value === undefined ? [] : [key]))
    return needing.map((key) => ({ path: [key], message: 'goes with servers' }))
  }
  const urls = Array.isArray(servers) ? servers.map((server) => (typeof server === 'string' ? URL.parse(server) : null)) : []
  const first = urls.find((url) => url !== null)
  return urls.flatMap((url, index): FieldsProblem[] => {
    const path = ['servers', index]
    if (url === null || first === undefined) return []
    if (urls.findIndex((other) => other?.host === url.host) < index) {
      return [{ path, message: `is listed twice (was ${showValue(url.origin)})` }]
    }
    return url.protocol === first.protocol ? [] : [{ path, message: `must be ${first.protocol}// as the first server is` }]
  })
}

/** Servers that were checked; `undefined` without any. */
export function resolveServers(fields: {
  readonly servers?: readonly string[] | undefined
  readonly health?: string | undefined
  readonly requires?: { readonly path: string; readonly contains?: string | undefined } | undefined
}): ResolvedServers | undefined {
  const { servers, health, requires } = fields
  if (servers === undefined) return undefined
  return { urls: servers, health, requires: requires === undefined ? undefined : requiredResponse(requires) }
}

function requiredResponse({ path, contains }: { readonly path: string; readonly contains?: string | undefined }): RequiredResponse {
  return contains === undefined ? { path } : { path, contains }
}
