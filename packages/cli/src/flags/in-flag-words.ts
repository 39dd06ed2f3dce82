import type { ConfigIssue, InvalidConfigError } from '@benchpress/core'
import { UsageError } from '../usage-error.ts'
import { connectionFlags } from './connection-flags.ts'
import type { Flag } from './flag.ts'
import { loadFlags } from './load-flags.ts'
import { nameOf } from './read-flags.ts'
import { requestFlags } from './request-flags.ts'
import { suiteFlags } from './suite-flags.ts'

/** Says what is wrong with a config that only flags made by the names of those flags, since its reader never saw the config. */
export function inFlagWords({ issues }: InvalidConfigError): UsageError {
  return new UsageError(issues.map((issue) => ({ message: `${sourceOf(issue)}: ${issue.message}`, hint: issue.hint })))
}

function sourceOf({ path }: ConfigIssue): string {
  const part = path.replace(/^scenarios\.[^.]+\.(?:workload\.)?/, '').replace(/^request(?:\[\d+\])?\.?/, '')
  const header = /^headers\.(.+)$/.exec(part)?.[1]
  if (header !== undefined) return `--header ${header}`
  const [, source = path] = sources.find(([pattern]) => pattern.test(part)) ?? []
  return source
}

const flags: Readonly<Record<string, Flag<unknown>>> = { ...requestFlags, ...suiteFlags, ...loadFlags, ...connectionFlags }

const sources: readonly (readonly [RegExp, string])[] = [
  [/^scenarios$|^workload$/, '--connections'],
  [/^path$|^target(?:\.url|\.ready)?$/, 'URL'],
  [/^target\.command/, 'command after --'],
  [/^target\.startTimeout$/, '--start-timeout'],
  [/^expect\.status/, '--expect-status'],
  [/^expect\.body$/, '--expect-body'],
  [/^unixSocket$/, '--unix'],
  [/^tls$/, '--cert and --key'],
  [/^name$/, '--title'],
  ...Object.entries(flags).map(([key, flag]) => [new RegExp(`^(?:tls\\.)?${key}\\b`), nameOf(flag.flags)] as const),
]
