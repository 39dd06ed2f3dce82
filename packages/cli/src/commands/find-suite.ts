import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config, SuiteConfig } from '@benchpress/core'
import { keepSecrets, nameless, secretsOf, withoutUserInfo } from '@benchpress/core/report'
import { isNamedUrl, isPart, splitUrls, usageError, targetOf, type Settings } from '@benchpress/core/preset'
import type { CommandContext } from '../command-io.ts'
import { configExtensions, findConfigFile, isConfigFile } from '../config-file/find-config-file.ts'
import { loadConfigFile } from '../config-file/load-config-file.ts'
import { completeUrl } from '../flags/flag.ts'

interface SuiteRequest {
  /** A URL or the path of a config; `undefined` where neither was named. */
  readonly source: string | undefined
  readonly settings: Pick<Settings, 'url' | 'unix' | 'requests' | 'sweep'>
  /** Whether the command line, rather than the environment, has `--url`. */
  readonly isUrlGiven: boolean
}

/** The suite that `run` is to run. */
export interface FoundSuite {
  readonly suite: SuiteConfig
  /** Whether the suite comes from a config, in which `--url` replaces the target. */
  readonly isFromConfig: boolean
  /** Folder that the paths of the suite are relative to: the folder of the config, or the working directory. */
  readonly folder: string
  /** The files of the config, including those that it extends. */
  readonly files: readonly string[]
}

/**
 * Finds the suite that `run` is to run: a URL, the config file that is named, or the nearest one; `--url` stands for a config where there is none.
 *
 * @throws UsageError when there is nothing to run
 */
export async function findSuite({ source, settings, isUrlGiven }: SuiteRequest, context: CommandContext): Promise<FoundSuite> {
  const { io, targetCommand } = context
  const location = source ?? findConfigFile(io.cwd) ?? settings.url
  if (location === undefined) throw nothingToRun(context)
  const host = settings.unix === undefined ? hostOf(io.env['PORT']) : 'localhost'
  if (!isConfigFile(location, host !== undefined)) {
    if (source !== undefined) refuseConfigName(source, io.cwd)
    if (source !== undefined && isUrlGiven)
      throw usageError(`${withoutUserInfo(source)} and --url: there are two URLs`, 'Give one of them.')
    if (isNamedUrl(location)) throw usageError(`--url ${location}: only a config or a preset has variants`, 'Give a URL without a name.')
    const urls = splitUrls(location).map((url) => completeUrl(url, host))
    return { suite: adHocSuite(urls, targetCommand, settings), isFromConfig: false, folder: io.cwd, files: [] }
  }
  if (targetCommand.length > 0)
    throw usageError('a command after -- needs a URL', "With a config, give the command as the config's target.")
  const path = resolve(io.cwd, location)
  if (!existsSync(path)) throw usageError(`there is no file ${resolve(io.cwd, withoutUserInfo(location))}`, hintForUrl(location))
  const files: string[] = []
  const config = await loadConfigFile(path, (file) => files.push(file))
  context.onEnd(keepSecrets(secretsOf(config)))
  return { suite: asSuite(config, path), isFromConfig: true, folder: dirname(path), files }
}

// Flags are applied to each test; everything else is checked by the run.
function asSuite(config: Config | SuiteConfig, path: string): SuiteConfig {
  const name = typeof config.name === 'string' ? config.name : nameless
  if (!('tests' in config)) return { name, tests: [config] }
  if (!Array.isArray(config.tests) || !config.tests.every(isPart))
    throw usageError(`${path}: tests must be a list of objects, one for each test`)
  return { ...config, name }
}

function nothingToRun({ io, targetCommand }: CommandContext): Error {
  return targetCommand.length > 0
    ? usageError('a command after -- needs a URL', 'Give the URL that it serves: benchpress http://localhost:3000 -- node server.js.')
    : usageError(`no URL, and ${noConfigIn(io.cwd)}`, 'Try benchpress http://localhost:3000.')
}

/** Says that a folder and those above it have no config. */
export function noConfigIn(folder: string): string {
  return `no benchpress.config{${configExtensions.join(',')}} in ${folder} or above`
}

/** A folder, a config without its extension, or one of another tool, would be taken for the name of a host. */
function refuseConfigName(source: string, cwd: string): void {
  const isWord = /^[a-z][\w-]*$/i.test(source) && source !== 'localhost'
  const isOnDisk = !source.startsWith('/') && !source.includes('://') && existsSync(resolve(cwd, source))
  if (!isWord && !isOnDisk && !/^\.{1,2}\/|\.ya?ml$/i.test(source)) return
  const endings = configExtensions.flatMap((extension) => [
    `${source}${extension}`,
    `${source.replace(/\/$/, '')}/benchpress.config${extension}`,
  ])
  const meant = endings.find((path) => existsSync(resolve(cwd, path)))
  const hint = isWord ? ` For a host write http://${source}.` : ''
  throw usageError(
    `there is no config ${source}`,
    meant === undefined ? `A config ends with ${configExtensions.join(', ')}.${hint}` : `Did you mean ${meant}?${hint}`,
  )
}

function hintForUrl(location: string): string | undefined {
  return /^(?:localhost|[\w-]+(?:\.[\w-]+)+|[\w.-]+:\d+)(?::\d+)?\//.test(location) ? 'For a URL write http:// before it.' : undefined
}

function hostOf(port: string | undefined): string | undefined {
  return port === undefined || port === '' ? undefined : `localhost:${port}`
}

/**
 * The suite of a URL on the command line, or of several that share the load: one request again and again, on as many connections as autocannon opens by default,
 * and no more than there are requests.
 */
export function adHocSuite(urls: readonly string[], targetCommand: readonly string[], settings: SuiteRequest['settings']): SuiteConfig {
  const { requests, sweep } = settings
  const counts = (sweep?.parameter === 'requests' ? sweep.values : [requests]).map(Number)
  const name = urls.map((url) => URL.parse(url)?.host ?? url).join(', ')
  // A number that is wrong is left to the check of the config.
  const connections = Math.min(10, ...counts.filter((count) => Number.isInteger(count) && count >= 1))
  return {
    name,
    tests: [{ name, target: targetOf(urls, targetCommand), scenarios: { requests: { request: {}, workload: { connections } } } }],
  }
}
