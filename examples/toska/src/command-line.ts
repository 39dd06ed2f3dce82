import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ToskaOptions } from './toska-options.ts'

/** Options, or everything that is wrong with the command line, one line for each problem. */
export type CommandLine = { readonly options: ToskaOptions } | { readonly problems: readonly string[] }

const text = z.string().min(1, 'must not be empty')

function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): z.ZodType<number> {
  const error = most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least} on` : `a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d+$/, `is not ${error}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not ${error}`)
}

/** The value of each flag. */
const flags = {
  port: wholeNumber(0, 65_535),
  host: text,
  data: text,
  sync: z.enum(['always', 'interval', 'none'], { error: 'is not always, interval or none' }),
  token: text,
  'rate-limit': wholeNumber(1),
  'rate-burst': wholeNumber(1),
  follow: z.url({ protocol: /^https?$/, error: 'is not a URL such as http://localhost:4000' }),
  'poll-interval': wholeNumber(1),
  'body-limit': wholeNumber(1),
} as const

type Flag = keyof typeof flags

const defaultPort = 4000

/** Reads flags such as `--rate-limit 500`, and variables such as `TOSKA_RATE_LIMIT`; flags win. */
export function readCommandLine(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CommandLine {
  const problems: string[] = []
  const given = { ...readVariables(env), ...readArguments(args, problems) }
  const options: Record<string, unknown> = { port: defaultPort }
  for (const [flag, value] of Object.entries(given)) {
    const { data, error } = flags[flag as Flag].safeParse(value)
    // A token is a secret, and a URL may contain one.
    const shown = flag === 'token' || flag === 'follow' ? 'the given one' : JSON.stringify(value)
    if (error === undefined) options[optionOf(flag)] = data
    else problems.push(`--${flag}: ${shown} ${error.issues[0]?.message}`)
  }
  return problems.length === 0 ? { options } : { problems }
}

function readVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const flag of Object.keys(flags)) {
    const value = env[`TOSKA_${flag.toUpperCase().replaceAll('-', '_')}`]
    if (value !== undefined && value !== '') values[flag] = value
  }
  return values
}

function readArguments(args: readonly string[], problems: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  const options = Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: 'string' } as const]))
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') problems.push(`${token.value}: not expected`)
    if (token.kind !== 'option') continue
    const { name, value } = token
    if (!Object.hasOwn(flags, name))
      problems.push(`--${name}: no such flag; there are ${Object.keys(options).map((flag) => `--${flag}`).join(', ')}`) // prettier-ignore
    else if (value === undefined) problems.push(`--${name} needs a value`)
    else values[name] = value
  }
  return values
}

function optionOf(flag: string): string {
  return flag.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
