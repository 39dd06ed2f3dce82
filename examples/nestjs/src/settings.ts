import { availableParallelism } from 'node:os'

/** Parts of a cluster that can be left out, to see what breaks. */
const breakable = ['sticky', 'adapter'] as const

/** A part of a cluster that can be left out. */
export type Breakable = (typeof breakable)[number]

/** The settings of the service. */
export interface Settings {
  readonly host: string
  /** Port; 0 for a free one. */
  readonly port: number
  /** Number of serving processes. */
  readonly workers: number
  /** Parts of the cluster that are left out on purpose. */
  readonly broken: ReadonlySet<Breakable>
  /** The file of SQLite. Default: a new one, which is removed at the end. */
  readonly file: string | undefined
  /** Milliseconds for which a write waits for others. */
  readonly patience: number
  /** Secret that signs tokens. Default: a new one for each start. */
  readonly jwtSecret: string | undefined
}

/** Settings, or everything that is wrong with the variables, one line for each problem. */
export type ReadSettings = { readonly settings: Settings } | { readonly problems: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>

/** Reads `PORT`, `HOST`, `CLUSTER_WORKERS`, `BREAK`, `STORE_FILE`, `STORE_PATIENCE` and `JWT_SECRET`. */
export function readSettings(env: Environment): ReadSettings {
  const problems: string[] = []
  const text = (name: string): string | undefined => env[name] || undefined
  const whole = (name: string, most: number, otherwise: number): number => {
    const given = text(name)
    if (given === undefined) return otherwise
    if (!/^\d+$/.test(given) || Number(given) > most) problems.push(`${name}: "${given}" is not a whole number from 0 to ${most}`)
    return Number(given)
  }

  const settings: Settings = {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 65_535, 3000),
    workers: readWorkers(text('CLUSTER_WORKERS') ?? '1', problems),
    broken: readBroken(text('BREAK') ?? '', problems),
    file: text('STORE_FILE'),
    patience: whole('STORE_PATIENCE', 60_000, 2000),
    jwtSecret: text('JWT_SECRET'),
  }
  if (settings.broken.size > 0 && settings.workers === 1) problems.push('BREAK: one process has no cluster to break; set CLUSTER_WORKERS')
  return problems.length === 0 ? { settings } : { problems }
}

function readWorkers(given: string, problems: string[]): number {
  if (given === 'auto') return availableParallelism()
  if (/^[1-9]\d?$/.test(given)) return Number(given)
  problems.push(`CLUSTER_WORKERS: "${given}" is not a whole number from 1 to 99, nor auto`)
  return 1
}

function readBroken(given: string, problems: string[]): ReadonlySet<Breakable> {
  const names = given.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !breakable.includes(name as Breakable))
  if (unknown.length > 0) problems.push(`BREAK: there is no ${unknown.join(', ')}; there are ${breakable.join(', ')}`)
  return new Set(names as Breakable[])
}
