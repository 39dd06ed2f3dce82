import type { TlsConfig } from '@benchpress/core'
import { z } from 'zod'
import { milliseconds } from './check/duration.ts'
import { strictObject } from './check/strict-object.ts'
import { readUrl, type UrlParts } from './read-url.ts'

/** Options of the plugin: the server, and the connections of users. */
export interface RedisOptions {
  /** URL such as `redis://localhost:6379/2`, or `rediss://` with TLS. Default: host and port of the target. */
  readonly url?: string
  /** Path of a Unix socket, in place of a URL. */
  readonly unix?: string
  /** Name of the user. Default: the server's default user. */
  readonly username?: string
  /** The password, or the name of one of the `secrets` of the config, which are shown nowhere: `{ secret: 'REDIS_PASSWORD' }`. */
  readonly password?: string | { readonly secret: string }
  /** Number of the database. Default 0. */
  readonly database?: number
  /** `per-user`: each user has a connection of its own; a number: the users of a load thread share this number of connections. Default `per-user`. */
  readonly connections?: number | 'per-user'
  /** Timeout of opening a connection, and of a reply, as `5s` or in seconds. Default `5s`. */
  readonly timeout?: string | number
  /** TLS, with certificates verified unless `insecure` is set. Default: that of the URL, or false. */
  readonly tls?: boolean | TlsConfig
}

/** Options with their defaults. */
export interface ResolvedRedisOptions {
  /** Address of the server; `null` for host and port of the target. */
  readonly server: { readonly host: string; readonly port: number } | { readonly unix: string } | null
  readonly username: string | null
  readonly password: string | { readonly secret: string } | null
  readonly database: number
  readonly connections: number | 'per-user'
  /** In milliseconds. */
  readonly timeout: number
  readonly tls: TlsConfig | null
}

const whole = 'must be a whole number from 0'
const connectionsKind = 'must be a whole number from 1, or "per-user"'
const text = z.string({ error: 'must be a text' })
const pem = text.optional()

const tlsSchema = strictObject({
  insecure: z.boolean({ error: 'must be true or false' }).optional(),
  ca: z.union([text, z.array(text).readonly()], { error: 'must be a certificate in PEM, or a list of them' }).optional(),
  cert: pem,
  key: pem,
  passphrase: text.optional(),
  servername: text.optional(),
}) as z.ZodType<TlsConfig>

const given = strictObject({
  url: text.optional(),
  unix: text.min(1, { error: 'must be the path of a socket' }).optional(),
  username: text.optional(),
  password: z.union([text, strictObject({ secret: text })], { error: 'must be a text, or { secret: "NAME" }' }).optional(),
  database: z.int({ error: whole }).min(0, { error: whole }).optional(),
  connections: z
    .union([z.int().refine((count) => count > 0, { error: connectionsKind }), z.literal('per-user')], { error: connectionsKind })
    .default('per-user'),
  timeout: milliseconds.default(5000),
  tls: z.union([z.boolean(), tlsSchema], { error: 'must be true, false, or an object such as { ca }' }).optional(),
})

/** Checks and completes the options of the plugin. */
export const optionsSchema: z.ZodType<ResolvedRedisOptions> = z
  .unknown()
  .transform((input) => input ?? {})
  .pipe(given)
  .transform((options, context) => {
    const inUrl = options.url === undefined ? {} : readUrl(options.url)
    const problems = 'problem' in inUrl ? [['url', inUrl.problem] as const] : findConflicts(options, inUrl)
    for (const [path, message] of problems) context.addIssue({ code: 'custom', path: [path], message })
    return complete(options, 'problem' in inUrl ? {} : inUrl)
  })

type Given = z.infer<typeof given>

function findConflicts(options: Given, inUrl: UrlParts): readonly (readonly [path: string, message: string])[] {
  const twice = (['username', 'password', 'database'] as const).filter((name) => options[name] !== undefined && inUrl[name] !== undefined)
  return [
    ...(options.unix !== undefined && options.url !== undefined ? [['unix', 'is given beside url; leave out one of them'] as const] : []),
    ...twice.map((name) => [name, 'is in the url, too; leave out one of them'] as const),
    ...(inUrl.isTls === true && options.tls === false ? [['tls', 'is false, and the url asks for it by rediss:'] as const] : []),
  ]
}

function complete({ unix, connections, timeout, ...options }: Given, inUrl: UrlParts): ResolvedRedisOptions {
  const { username = null, password = null, database = 0 } = { ...inUrl, ...withoutUndefined(options) }
  const server = unix === undefined ? (inUrl.server ?? null) : { unix }
  return { server, username, password, database, connections, timeout, tls: resolveTls(options.tls ?? inUrl.isTls ?? false) }
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value
}

function resolveTls(tls: boolean | TlsConfig): TlsConfig | null {
  return typeof tls === 'object' ? tls : tls ? {} : null
}
