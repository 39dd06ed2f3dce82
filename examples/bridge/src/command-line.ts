import { parseArgs } from 'node:util'
import type { BridgeOptions } from './bridge-options.ts'

/** Options, or everything that is wrong with the command line, one line for each problem. */
export type CommandLine = { readonly options: BridgeOptions } | { readonly problems: readonly string[] }

/** The value of each flag, as in the usage. */
const flags = {
  port: '8081',
  host: '127.0.0.1',
  'base-path': '/bridge',
  ids: 'any|hex64',
  'heartbeat-interval': '10s',
  'require-ttl': '',
  'max-ttl': '300',
  'inbox-limit': '1000',
  'body-limit': '2097152',
  'metrics-port': '9103',
} as const

type Flag = keyof typeof flags

/** Reads flags such as `--base-path /bridge`, and variables such as `BRIDGE_BASE_PATH`; flags win. */
export function readCommandLine(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CommandLine {
  const reader = new FlagReader(args, env)
  const options = {
    ...named('port', reader.integer('port', 0, 65_535)),
    ...named('host', reader.text('host')),
    ...named('basePath', reader.basePath()),
    ...named('ids', reader.oneOf('ids', ['any', 'hex64'] as const)),
    ...named('heartbeatInterval', reader.seconds('heartbeat-interval')),
    ...named('requireTtl', reader.isSet('require-ttl')),
    ...named('maxTtl', reader.integer('max-ttl', 1, 65_535)),
    ...named('inboxLimit', reader.integer('inbox-limit', 1)),
    ...named('bodyLimit', reader.integer('body-limit', 1)),
    ...named('metricsPort', reader.integer('metrics-port', 0, 65_535)),
  } satisfies BridgeOptions
  return reader.problems.length === 0 ? { options } : { problems: reader.problems }
}

function named<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, Value>>)
}

class FlagReader {
  readonly problems: string[] = []
  readonly #values: ReadonlyMap<string, string>

  constructor(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
    const values = new Map<string, string>()
    for (const flag of Object.keys(flags)) {
      const value = env[`BRIDGE_${flag.toUpperCase().replaceAll('-', '_')}`]
      if (value !== undefined && value !== '') values.set(flag, value)
    }
    const options = Object.fromEntries(
      Object.entries(flags).map(([flag, shown]) => [flag, { type: shown === '' ? 'boolean' : 'string' } as const]),
    )
    const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
    for (const token of tokens) {
      if (token.kind === 'positional') this.problems.push(`${token.value}: not expected`)
      else if (token.kind === 'option') this.#add(values, token.name, token.value)
    }
    this.#values = values
  }

  text(flag: Flag): string | undefined {
    return this.#values.get(flag)
  }

  integer(flag: Flag, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(flag)
    if (text === undefined) return undefined
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    return this.#wrong(
      flag,
      most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least} on` : `a whole number from ${least} to ${most}`,
    )
  }

  seconds(flag: Flag): number | undefined {
    const text = this.text(flag)
    if (text === undefined) return undefined
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? []
    const seconds = Number(number) * ({ ms: 0.001, s: 1, m: 60 }[unit] ?? Number.NaN)
    return seconds > 0 ? seconds : this.#wrong(flag, 'a time such as 10s, 500ms or 1m')
  }

  oneOf<Value extends string>(flag: Flag, values: readonly Value[]): Value | undefined {
    const text = this.text(flag)
    if (text === undefined) return undefined
    return values.find((value) => value === text) ?? this.#wrong(flag, values.join(' or '))
  }

  isSet(flag: Flag): boolean | undefined {
    const text = this.text(flag)
    if (text === undefined) return undefined
    return text === 'true' || text === 'false' ? text === 'true' : this.#wrong(flag, 'true or false')
  }

  basePath(): string | undefined {
    const text = this.text('base-path')?.replace(/\/+$/, '')
    return text === undefined || text === '' || /^\/[^\s?#]*$/.test(text) ? text : this.#wrong('base-path', 'a path such as /bridge')
  }

  #add(values: Map<string, string>, flag: string, value: string | undefined): void {
    const shown = (flags as Readonly<Record<string, string>>)[flag]
    if (shown === undefined)
      this.problems.push(
        `--${flag}: no such flag; there are ${Object.keys(flags)
          .map((name) => `--${name}`)
          .join(', ')}`,
      )
    else if (value === undefined && shown !== '') this.problems.push(`--${flag} needs a value, such as --${flag} ${shown}`)
    else values.set(flag, value ?? 'true')
  }

  #wrong(flag: Flag, expected: string): undefined {
    this.problems.push(`--${flag}: ${JSON.stringify(this.text(flag))} is not ${expected}`)
  }
}
