import type { MetricDefinitions } from '@benchpress/core'
import type { ClientContext } from '@benchpress/core/plugin'
import { isIP } from 'node:net'
import type { ResolvedRedisOptions } from '../options.ts'
import type { ServerAddress } from '../server-address.ts'

/** The settings of a connection. */
export interface ConnectionSettings {
  /** Address, in the options of ioredis and Node.js. */
  readonly socket: SocketSettings
  /** Arguments of AUTH; `null` for none. */
  readonly login: string[] | null
  readonly password: string | null
  readonly database: number
  /** In milliseconds. */
  readonly timeout: number
  /** Microseconds on the clock of the process. */
  readonly now: () => number
}

interface SocketSettings {
  readonly path?: string
  readonly host?: string
  readonly port?: number
  readonly tls?: Readonly<Record<string, unknown>>
}

type UserPlace = Pick<
  ClientContext<ResolvedRedisOptions, MetricDefinitions, ServerAddress>,
  'options' | 'shared' | 'env' | 'target' | 'now'
>

/**
 * Makes the settings of the connections of a user.
 *
 * @throws Error when the secret with the password is not in the config, or the target is several servers
 */
export function connectionSettings({ options, shared: address, env, target, now }: UserPlace): ConnectionSettings {
  if ('host' in address && address.target !== null && address.target !== target)
    throw new Error('the target is several servers, and this plugin knows one: name it as "url" of redis()')
  const password = readPassword(options.password, env)
  const { username, database, timeout } = options
  return {
    socket: {
      ...('unix' in address ? { path: address.unix } : { host: address.host, port: address.port }),
      ...(options.tls === null ? {} : { tls: tlsSettings(options.tls, address) }),
    },
    login: password === null ? null : username === null ? [password] : [username, password],
    password,
    database,
    timeout,
    now,
  }
}

function readPassword(password: ResolvedRedisOptions['password'], env: Readonly<Record<string, string>>): string | null {
  if (password === null || typeof password === 'string') return password
  const found = env[password.secret]
  if (found !== undefined) return found
  throw new Error(`the password is the secret "${password.secret}", which the config does not have: add it to "secrets"`)
}

function tlsSettings(tls: NonNullable<ResolvedRedisOptions['tls']>, address: ServerAddress): Record<string, unknown> {
  const { insecure = false, servername, ...certificates } = tls
  const name = servername ?? ('unix' in address ? undefined : address.name)
  return { ...certificates, rejectUnauthorized: !insecure, ...(name === undefined ? {} : nameSettings(name)) }
}

// Node.js would verify the certificate for the address that it connects to, and sends no server name for an address.
function nameSettings(name: string): Record<string, unknown> {
  return isIP(name) === 0 ? { servername: name } : {}
}
