import { z } from 'zod'
import { fieldsOf, given } from '../unchecked.ts'
import {
  splitCommand,
  type ResolvedTarget,
  type Servers,
  type ServerTarget,
  type CommandTarget,
  type Ready,
  type ResolvedServers,
  type RequiredResponse,
} from '../../target/target.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { httpUrlSchema, pathSchema } from '../fields/url-schema.ts'
import { addProblem, checkTogether, objectOfKind, refuse, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { durationSchema, positiveDurationSchema, wholeNumberSchema } from '../fields/quantity-schema.ts'
import { folderSchema } from '../fields/file-schema.ts'

// A command comes first, because it may have servers, too.
const kinds = ['command', 'servers', 'server', 'url']

const urlTargetSchema = strictObject({ url: httpUrlSchema }).transform(({ url }) => ({ kind: 'url' as const, url }))

// A table of more servers is of no use, and each server costs every user a connection.
const mostServers = 100

/** The fields of several servers, in each kind of target that has them. */
const serversFields = {
  servers: z
    .array(httpUrlSchema)
    .min(1)
    .max(mostServers, { error: `must be at most ${mostServers} servers` }),
  health: pathSchema.optional(),
  requires: strictObject({ path: pathSchema, contains: z.string().min(1).optional() } satisfies Record<keyof RequiredResponse, z.ZodType>)
    .transform(({ path, contains }): RequiredResponse => ({ path, ...given({ contains }) }))
    .optional(),
}

const serversTargetSchema = strictObject(serversFields satisfies Record<keyof Servers, z.ZodType>)
  .check(checkTogether(findServerProblems))
  .transform((fields) => {
    const servers = resolveServers(fields)
    return { kind: 'url' as const, url: fields.servers[0] ?? '', ...given({ servers }) }
  })

const serverTargetSchema = strictObject({
  server: z.custom<ServerTarget['server']>((value) => typeof value === 'function', {
    error: ({ input }) => (input === undefined ? 'is required' : `must be a function that starts a server (was ${showValue(input)})`),
  }),
}).transform(({ server }) => ({ kind: 'server' as const, server }))

/**
 * The system under test.
 *
 * @param cwd folder that a command is started in by default
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

/**
 * A target that is started by a command.
 *
 * @param cwd folder that the command's `cwd` is relative to
 */
function commandTargetSchema(cwd: string): z.ZodType<ResolvedTarget> {
  return strictObject({
    command: commandSchema,
    ready: readySchema.optional(),
    url: httpUrlSchema.optional(),
    ...serversFields,
    servers: serversFields.servers.optional(),
    cwd: folderSchema(cwd).optional(),
    env: z.record(z.string(), z.string()).optional(),
    startTimeout: positiveDurationSchema.optional(),
    stopTimeout: durationSchema.optional(),
  } satisfies Record<keyof CommandTarget, z.ZodType>)
    .check(checkTogether(findProblems))
    .transform(({ command, ready, url, cwd: folder = cwd, env = {}, startTimeout = 30e6, stopTimeout = 5e6, ...fields }) => {
      const servers = resolveServers(fields)
      return {
        kind: 'command' as const,
        command,
        // one of the three is given, or findProblems has reported it
        ready: ready ?? (servers === undefined ? (url ?? '') : healthUrls(servers)),
        url: servers?.urls[0] ?? url ?? originOf(ready),
        ...given({ servers }),
        cwd: folder,
        env,
        startTimeout,
        stopTimeout,
      }
    })
}

const commandSchema = z
  .union([z.string().transform(splitText), z.array(z.string())], { error: 'must be a command or a list of its words' })
  .superRefine((words, context) => {
    if ((words[0] ?? '').trim() === '') addProblem(context, 'must name a program')
  })

function splitText(text: string, context: z.core.$RefinementCtx<string>): readonly string[] {
  try {
    return splitCommand(text)
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return refuse(context, error.message, error.hint)
  }
}

function healthUrls({ urls, health }: ResolvedServers): readonly string[] {
  return urls.map((url) => new URL(health ?? '', url).href)
}

function originOf(ready: Ready | undefined): string | undefined {
  if (ready === undefined) return undefined
  if (typeof ready === 'string') return URL.parse(ready)?.origin
  if ('port' in ready) return `http://localhost:${ready.port}`
  return 'log' in ready ? undefined : URL.parse(ready[0] ?? '')?.origin
}

function findProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const both = fields['url'] !== undefined && fields['servers'] !== undefined
  return [
    ...findServerProblems(fields),
    ...(both ? [{ path: ['url'], message: 'cannot be given with servers', hint: 'requests go to the servers' }] : []),
    ...findAddressProblems(fields),
  ]
}

function findAddressProblems({ ready, url, servers }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (url !== undefined || servers !== undefined) return []
  if (ready === undefined) return [{ message: 'needs ready, url or servers', hint: 'such as ready: "http://localhost:3000"' }]
  const { log } = fieldsOf(ready)
  if (typeof log !== 'string' || log.includes('(?<url>')) return []
  return [{ message: 'needs url, because ready.log has no group (?<url>...)' }]
}

const kindsOfReady = ['port', 'log']

const readySchema: z.ZodType<Ready> = z.union(
  [
    httpUrlSchema,
    z.array(httpUrlSchema).min(1),
    objectOfKind('port', kindsOfReady, strictObject({ port: wholeNumberSchema(1, 65_535) })),
    objectOfKind('log', kindsOfReady, strictObject({ log: z.string().min(1).superRefine(checkPattern) })),
  ],
  { error: 'must be a URL, a list of URLs, { port } or { log }' },
)

function checkPattern(pattern: string, context: z.core.$RefinementCtx<string>): void {
  try {
    new RegExp(pattern)
  } catch {
    addProblem(context, `is not a valid regular expression (was ${showValue(pattern)})`)
  }
}

function findServerProblems({ servers, health, requires }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
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

function resolveServers({
  servers,
  health,
  requires,
}: { readonly [Key in keyof Servers]?: Servers[Key] | undefined }): ResolvedServers | undefined {
  return servers && { urls: servers, health, requires }
}
