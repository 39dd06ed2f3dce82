import { relative, resolve } from 'node:path'
import type { SuiteConfig, TargetConfig } from '@benchpress/core'
import { usageError } from '@benchpress/core/preset'
import { findConfigFile } from '../config-file/find-config-file.ts'
import type { CommandIo } from '../command-io.ts'
import { isUrl, type AbSide, type AbSides } from './ab-sides.ts'

/**
 * The URL of the load, where only the sides name one; `undefined` where a config or another argument names it.
 *
 * A command compared with a URL needs a URL of its own, lest the load of one side goes to the other.
 *
 * @throws UsageError where there is none
 */
export function urlOfSides({ a, b }: AbSides, isElsewhere: boolean): string | undefined {
  if (isUrl(a.command) === isUrl(b.command)) return isUrl(a.command) ? a.command : undefined
  if (!isElsewhere) throw needsUrl(isUrl(a.command) ? b.command : a.command)
  return undefined
}

/** Whether a URL is named by a flag, the environment or a config that is found. */
export function isUrlElsewhere({ url }: Readonly<Record<string, unknown>>, { cwd, env }: CommandIo): boolean {
  return url !== undefined || env['BENCHPRESS_URL'] !== undefined || findConfigFile(cwd) !== undefined
}

function needsUrl(command: string): Error {
  return usageError(
    `the command "${command}" needs a URL that it serves`,
    "Give it: benchpress ab --a 'node a.js' --b 'node b.js' http://localhost:3000.",
  )
}

/**
 * The target of a side: a URL, or a command in place of the target of the suite, ready at the same URL.
 *
 * @throws UsageError for a command where the tests have several targets, or no URL at which the command responds
 */
export function targetOfSide(
  { command: side, cwd }: AbSide,
  { suite: { tests }, ...from }: { readonly suite: SuiteConfig; readonly cwd: string; readonly folder: string },
): TargetConfig {
  if (isUrl(side)) return { url: side }
  const own = { command: side, ...(cwd !== undefined && { cwd }) }
  const ofTests = tests.map((test) => ('target' in test ? test.target : undefined))
  const [target] = ofTests
  if (new Set(ofTests.map((each) => JSON.stringify(each))).size > 1)
    throw usageError(
      `the command "${side}" serves one target, and the tests have several`,
      'Compare the tests of each target by themselves.',
    )
  if (typeof target === 'string') return { ...own, ready: target, url: target }
  if (target !== undefined && 'command' in target) {
    // The folder in which the config starts its target, within the checkout.
    const place = resolve(from.folder, target.cwd ?? from.cwd)
    return { ...target, ...own, ...(cwd !== undefined && { cwd: resolve(cwd, relative(from.cwd, place)) }) }
  }
  if (target !== undefined && 'url' in target) return { ...own, ready: target.url, url: target.url }
  throw needsUrl(side)
}
