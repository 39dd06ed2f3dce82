import { InvalidConfigError, type ConfigIssue, type SuiteConfig } from '@benchpress/core'
import { isOpen, kindOf, type Problem, type Settings } from '@benchpress/core/preset'
import { findFlags, flagsOfSettings, loadFlags } from './config-flags.ts'
import type { Flag, Flags } from './flag.ts'
import { isGiven, longName, type FlagSource } from './read-flags.ts'

/** The flags that made a suite, or changed the one of a config or a preset. */
export interface SuiteOrigin {
  readonly from: 'flags' | 'config' | 'preset'
  readonly suite: SuiteConfig
  readonly settings: Settings
  readonly source: FlagSource
  /** The flags of the parameters of the preset, and their values. */
  readonly own?: { readonly flags: Flags; readonly values: object }
}

/** Describes what is wrong with a suite: by the names of flags where it came from flags, and otherwise by its path. */
export function nameIssues(issues: readonly ConfigIssue[], origin: SuiteOrigin): readonly Problem[] {
  const problems = issues.map((issue) => nameIssue(issue, origin))
  // A flag applies to all tests, each of which would report it.
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
}

function nameIssue(issue: ConfigIssue, origin: SuiteOrigin): Problem {
  const { path: whole, message, hint } = issue
  const { settings, source, from } = origin
  const path = whole.replace(/^tests\[\d+\]\./, '').replace(/^variants\.[^.]+/, 'target')
  const field = path.replace(/^scenarios\.[^.]+\.(?:workload\.)?/, '').replace(/^request(?:\[\d+\])?(?:\.|$)|^tls\./, '')
  const [, swept] = (settings.sweep && /^sweep\.(.+?)(?:\[\d+\])?$/.exec(path)) ?? []
  if (swept !== undefined) return { message: `--sweep: ${swept} ${message}`, hint }
  const part = namePart(field, message, settings)
  if (part !== undefined) return { message: part, hint }
  const flag = flagAt(field, origin)
  if (flag !== undefined) return { message: nameValue(flag, message, source), hint }
  const named = nameFields(message, origin)
  if (named !== message) return { message: from === 'config' ? `${whole}: ${named}` : named, hint }
  const maker = makerOf(field, origin)
  return maker === '' ? { message: new InvalidConfigError([issue]).message } : { message: withValue(maker, message), hint }
}

/** Names a header, or the place in a form, that a flag set. */
function namePart(field: string, message: string, { headers = {}, form }: Settings): string | undefined {
  const [, header = ''] = /^headers\.(.+)$/.exec(field) ?? []
  if (Object.hasOwn(headers, header)) return `--header ${header}: ${message}`
  const [, place] = /^form\.(.+)$/.exec(field) ?? []
  return place === undefined || form === undefined ? undefined : `--form ${place}: ${message.replace(received, '')}`
}

// The parts of a suite that the command line gives without a flag.
const others: Readonly<Record<string, string>> = { path: 'URL', target: 'URL', 'target.url': 'URL', 'target.ready': 'URL' }

const all: readonly (readonly [string, Flag<unknown>])[] = Object.entries<Flag<unknown>>({ ...flagsOfSettings, ...findFlags })

/** The flag that set a field of the suite, or can set it where all of the suite is made of flags. */
function flagAt(field: string, { settings, from, source }: SuiteOrigin): Flag<unknown> | undefined {
  const isWithin = (place: string): boolean => field === place || field.startsWith(`${place}.`) || field.startsWith(`${place}[`)
  const fitting = all.flatMap(([key, flag]) => {
    const place = (flag.at ?? [key]).find(isWithin)
    // The flag of the innermost field, or of the name of the field, comes first.
    return place === undefined ? [] : [{ key, flag, rank: place.length + (key === place ? 0.5 : 0) }]
  })
  const ranked = fitting.toSorted((a, b) => b.rank - a.rank)
  const given = ranked.find(({ key, flag }) => settings[key as keyof Settings] !== undefined || isGiven(flag, source))
  return (given ?? (from === 'flags' && others[field] === undefined ? ranked[0] : undefined))?.flag
}

/** The name of a flag with its wrong value, as far as the message shows it, followed by the message. */
export function nameValue({ flags, env, isSecret = false, ...flag }: Flag<unknown>, message: string, source: FlagSource): string {
  const isOfVariable = env !== undefined && (source.env[env] ?? '') !== '' && !isGiven({ flags, ...flag }, source)
  const shown = isSecret ? message.replace(received, '') : message
  return isOfVariable ? withValue(env, shown, '=') : withValue(longName(flags), shown)
}

const received = / \(was (.*)\)$/s

function withValue(name: string, message: string, sign = ' '): string {
  const value = received.exec(message)?.[1]?.replaceAll(/^"|"$/g, '')
  return value === undefined ? `${name}: ${message}` : `${name}${sign}${value}: ${message.replace(received, '')}`
}

/** Names fields that exclude each other by their flags, as in `connections (10) cannot be greater than requests (5)`. */
function nameFields(message: string, origin: SuiteOrigin): string {
  // Flags apply to all of a preset, too.
  const of: SuiteOrigin = origin.from === 'preset' ? { ...origin, from: 'flags' } : origin
  const nameOf = (field: string): string => {
    const flag = flagAt(field, of)
    return flag === undefined ? field : longName(flag.flags)
  }
  return message
    .replaceAll(/(\w+) \(([^)]+)\)/g, (written, field: string, value: string) => {
      const name = nameOf(field)
      return name === field ? written : `${name} ${value}`
    })
    .replace(/^(\w+)( and | needs )(\w+)(?= cannot be given together$|$)/, (_all, one: string, word: string, other: string) => {
      return `${nameOf(one)}${word}${nameOf(other)}`
    })
}

/** What made a part of a suite that no flag sets by itself; empty for a part of a config. */
function makerOf(field: string, origin: SuiteOrigin): string {
  // Variants are those of the preset, unless a URL takes their place.
  if (field === 'variants') return ''
  if (origin.from !== 'flags') return givenTo(origin)
  return others[field] ?? (/^scenarios|^workload$/.test(field) ? longName(loadFlags[loadOf(origin.suite)].flags) : '')
}

// The setting by whose flag a wrong load is reported.
function loadOf({ tests: [test] }: SuiteConfig): 'connections' | 'users' | 'maxUsers' {
  const [scenario] = Object.values(test?.scenarios ?? {})
  if (scenario === undefined || kindOf(scenario.workload) === 'connections') return 'connections'
  return isOpen(scenario.workload) ? 'maxUsers' : 'users'
}

/** The given flags by which the load of a preset is made; empty for a config. */
function givenTo({ from, settings, own }: SuiteOrigin): string {
  if (from !== 'preset' || own === undefined) return ''
  const values: Readonly<Record<string, unknown>> = { ...settings, ...own.values }
  const makers = Object.entries<Flag<unknown>>({ ...own.flags, ...loadFlags, scale: flagsOfSettings.scale })
  return listOf.format(makers.flatMap(([key, { flags }]) => (values[key] === undefined ? [] : [longName(flags)])))
}

const listOf = new Intl.ListFormat('en-GB')
