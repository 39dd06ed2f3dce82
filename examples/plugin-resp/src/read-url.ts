/** The parts of a URL. */
export interface UrlParts {
  readonly server?: { readonly host: string; readonly port: number }
  readonly isTls?: boolean
  readonly username?: string
  readonly password?: string
  readonly database?: number
}

const defaultPort = 6379

/** Reads `redis://user:password@host:port/database`. Problems are reported without the password. */
export function readUrl(text: string): UrlParts | { readonly problem: string } {
  const url = URL.parse(text)
  if (url === null) return { problem: 'is not a valid URL; give one such as redis://localhost:6379' }
  const { protocol, hostname, port, pathname } = url
  if (protocol !== 'redis:' && protocol !== 'rediss:') return { problem: `must begin with redis: or rediss:, and not with ${protocol}` }
  if (hostname === '') return { problem: 'names no host; for a Unix socket give its path as unix' }
  const [, database] = /^\/?(\d*)\/?$/.exec(pathname) ?? []
  if (database === undefined) return { problem: `has no number of a database, but the path ${pathname}` }
  return {
    server: { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port) },
    isTls: protocol === 'rediss:',
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(database === '' ? {} : { database: Number(database) }),
  }
}
