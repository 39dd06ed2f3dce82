import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SuiteConfig } from '@benchpress/core'
import { configExtensions, findConfigFile, isConfigFile } from '../config-file/find-config-file.ts'
import { loadConfigFile } from '../config-file/load-config-file.ts'
import { InvalidFlagError } from '../flags/flag.ts'
import { parseUrl } from '../flags/parse-url.ts'
import { usageError } from '../usage-error.ts'
import { adHocSuite } from './ad-hoc-suite.ts'
import type { CommandContext } from './command-context.ts'

/** What `run` shall run. */
export interface FoundSuite {
  readonly suite: SuiteConfig
  /** Whether it comes from a config, in which `--url` replaces the target. */
  readonly isFromConfig: boolean
}

/**
 * Finds what `run` shall run: a URL, the config file that is named, or the nearest one.
 *
 * @param url of `--url`, which stands for a config where there is none
 * @throws UsageError when there is nothing to run
 */
export async function findSuite(source: string | undefined, url: string | undefined, context: CommandContext): Promise<FoundSuite> {
  const { io, targetCommand } = context
  const location = source ?? findConfigFile(io.cwd) ?? url
  if (location === undefined) {
    throw usageError(
      `no URL, and no benchpress.config{${configExtensions.join(',')}} in ${io.cwd} or above`,
      'Try benchpress http://localhost:3000.',
    )
  }
  if (!isConfigFile(location)) {
    return { suite: adHocSuite(readUrl(location, io.env['PORT']), targetCommand), isFromConfig: false }
  }
  if (targetCommand.length > 0)
    throw usageError('a command after -- needs a URL', "With a config, give the command as the config's target.")
  const path = resolve(io.cwd, location)
  if (!existsSync(path)) throw usageError(`there is no file ${path}`)
  const config = await loadConfigFile(path)
  return { suite: { name: typeof config.name === 'string' ? config.name : 'test', tests: [config] }, isFromConfig: true }
}

function readUrl(text: string, port: string | undefined): string {
  try {
    return parseUrl(text, port)
  } catch (error) {
    if (error instanceof InvalidFlagError) throw usageError(`${text}: ${error.message}`, error.hint)
    throw error
  }
}
