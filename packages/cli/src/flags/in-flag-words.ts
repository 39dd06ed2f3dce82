import { InvalidConfigError, type SuiteConfig } from '@benchpress/core'
import { isOpen, kindOf, UsageError, type Flag, type FlagSources } from '@benchpress/core/preset'
import { loadFlags } from './load-flags.ts'
import { longName } from './read-flags.ts'
import { flagsOfSettings } from './suite-flags.ts'

/**
 * Reports the problems of a config that was made of flags alone by the names of the flags, since the user wrote no config.
 *
 * @param own flags that no other command or preset has
 */
export function inFlagWords({ issues }: InvalidConfigError, suite: SuiteConfig, own: FlagSources = []): UsageError {
  const problems = issues.map(({ path: whole, message, hint }) => {
    const path = whole.replace(/^tests\[\d+\]\./, '').replace(/^variants\.[^.]+/, 'target')
    const swept = /^sweep\.(.+?)(?:\[\d+\])?$/.exec(path)?.[1]
    if (swept !== undefined) return { message: `--sweep: ${swept} ${message}`, hint }
    const source = own.find(([pattern]) => pattern.test(path))?.[1]
    if (source === undefined && path.endsWith('.workload') && compared.test(message)) return { message: byFlags(message), hint }
    return { message: `${source ?? sourceOf(path, suite)}: ${message}`, hint }
  })
  // A flag applies to all tests, each of which would report it.
  return new UsageError([...new Map(problems.map((problem) => [problem.message, problem])).values()])
}

/** Returns an error handler that throws each error again, by the names of flags where the whole suite was made of flags. */
export function rethrowInFlagWords(suite: SuiteConfig | undefined, own?: FlagSources): (error: unknown) => never {
  return (error) => {
    throw suite !== undefined && error instanceof InvalidConfigError ? inFlagWords(error, suite, own) : error
  }
}

function sourceOf(path: string, suite: SuiteConfig): string {
  const part = path.replace(/^scenarios\.[^.]+\.(?:workload\.)?/, '').replace(/^request(?:\[\d+\])?\.?/, '')
  const header = /^headers\.(.+)$/.exec(part)?.[1]
  if (header !== undefined) return `--header ${header}`
  if (part === 'scenarios' || part === 'workload') return longName(loadFlags[loadOf(suite)].flags)
  const [, source = path] = sources.find(([pattern]) => pattern.test(part)) ?? []
  return source
}

// Two settings that exclude each other, as in `connections (10) cannot be greater than requests (5)`.
const compared = /^\w+ \(\d+\) .* \w+ \(\d+\)$/

function byFlags(message: string): string {
  const nameBy = (key: string): string => sources.find(([pattern]) => pattern.test(key))?.[1] ?? key
  return message.replaceAll(/(\w+) \((\d+)\)/g, (_all, key: string, count: string) => `${nameBy(key)} ${count}`)
}

// The setting by whose flag a wrong load is reported.
function loadOf({ tests: [test] }: SuiteConfig): 'connections' | 'users' | 'maxUsers' {
  const [scenario] = Object.values(test?.scenarios ?? {})
  if (scenario === undefined || kindOf(scenario.workload)?.kind === 'connections') return 'connections'
  return isOpen(scenario.workload) ? 'maxUsers' : 'users'
}

const sources: FlagSources = [
  [/^slo$/, '--slo'],
  [/^thresholds\b/, '--threshold'],
  [/^path$|^target(?:\.url|\.ready)?$/, 'URL'],
  [/^target\.command/, 'command after --'],
  [/^target\.startTimeout$/, '--start-timeout'],
  [/^expect\.status/, '--expect-status'],
  [/^expect\.body$/, '--expect-body'],
  [/^unixSocket$/, '--unix'],
  [/^tls$/, '--cert and --key'],
  [/^name$/, '--title'],
  [/^iterations/, '--requests'],
  ...Object.entries<Flag<unknown>>(flagsOfSettings).map(
    ([key, flag]) => [new RegExp(`^(?:tls\\.)?${key}\\b`), longName(flag.flags)] as const,
  ),
]
