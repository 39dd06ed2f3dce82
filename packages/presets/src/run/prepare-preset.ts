import { InvalidConfigError, planSuite, type SuiteConfig } from '@benchpress/core'
import type { ReportCode } from '@benchpress/core/report'
import {
  adaptPreset,
  allUrls,
  documentedSuite,
  givenTarget,
  namedUrls,
  ownValues,
  pathIn,
  UsageError,
  usageError,
  withoutSecretValues,
  withPlugins,
} from '@benchpress/core/preset'
import type { AdaptedSuite, SuiteChoices, KnownRoute, Preset, PresetRun, PresetTarget, Settings } from '@benchpress/core/preset'
import { findPackages } from './find-packages.ts'
import { fitThresholds } from './fit-thresholds.ts'
import { isNamedFault } from './named-faults.ts'

/** The run of a preset that is asked for. */
export interface WantedPreset<Own extends object = object> {
  /** The part that is run. Default: all parts. */
  readonly part?: string | undefined
  /** The flags of every preset by their keys, such as `{ duration: '5s', url: 'http://localhost:3000' }`. */
  readonly settings?: Settings
  /** The given values of the preset's own parameters, or of its flags, by their keys. */
  readonly own?: Partial<Own>
  /** The command that is started as the target, and its arguments. Default: none. */
  readonly targetCommand?: readonly string[]
  /** The folder in which packages are looked for first. Default: the working directory. */
  readonly folder?: string
  /** URL or path of the module of a third-party preset, as {@link loadPreset} returns it. */
  readonly module?: string | undefined
  /**
   * Called with the suite as it is asked for, before its thresholds are fitted, so that a reader of flags can report those that change nothing.
   */
  readonly onAdapted?: ((suite: SuiteConfig) => void) | undefined
}

/** A preset with its target and the user's changes: the suite to be run, and the data for its report. */
export interface PreparedPreset {
  /** The routes that running servers must have, for {@link checkTarget}. */
  readonly routes: readonly KnownRoute[]
  readonly suite: SuiteConfig
  readonly presetRun: PresetRun
}

/**
 * Prepares the run of a preset: against the given command, the given URL, or the target that comes with it. Nothing is started or sent.
 *
 * @throws UsageError when that target, or a plugin that the preset uses, is not installed, for more servers than the preset takes, and for a malformed suite
 */
export async function preparePreset<Own extends object>(preset: Preset<Own>, request: WantedPreset<Own> = {}): Promise<PreparedPreset> {
  const { part, settings = {}, own: givenOwn = {}, targetCommand = [], folder = process.cwd(), module, onAdapted } = request
  const urls = allUrls(settings.url)
  refuseServers(preset, part, settings.url)
  const own = ownValues(preset, { settings, own: givenOwn as Own, urls })
  const given = givenTarget(preset, settings.url, targetCommand)
  const isEmbedded = given === undefined
  const { target, plugins } = await findPackages(preset, { given, own, part, folder, module })
  const { suite, changes } = await adapt(preset, target, {
    settings,
    own: givenOwn as Own,
    part,
    urls,
    folder,
    plugins,
    onAdapted,
  })
  const code = await loadCode(preset, isEmbedded)
  const shown = withoutSecretValues(preset.parameters, own)
  const presetRun: PresetRun = { preset, part, isEmbedded, own: shown, changes, code, notes: preset.listen?.() }
  // A target that the run starts is not there yet.
  const isRunning = !isEmbedded && targetCommand.length === 0
  const routes = isRunning ? (preset.knownRoutes?.({ own, part, path: pathIn(urls) }) ?? []) : []
  return { suite: await fitThresholds(withPlugins(suite, plugins), settings.thresholds), presetRun, routes }
}

async function loadCode<Own extends object>({ standIn }: Preset<Own>, isEmbedded: boolean): Promise<readonly ReportCode[]> {
  return (isEmbedded ? await standIn?.code?.() : undefined) ?? []
}

interface Asked<Own extends object> extends SuiteChoices<Own>, Pick<WantedPreset<Own>, 'onAdapted'> {
  readonly folder: string
  /** URLs of the modules of the plugins. */
  readonly plugins: readonly string[]
}

async function adapt<Own extends object>(
  preset: Preset<Own>,
  target: PresetTarget,
  { folder, plugins, onAdapted, ...asked }: Asked<Own>,
): Promise<AdaptedSuite> {
  // The documented suite was not checked before.
  const documented = documentedSuite(preset, target, asked.part)
  try {
    const adapted = adaptPreset(preset, target, asked)
    onAdapted?.(adapted.suite)
    return adapted
  } catch (error) {
    if (!isNamedFault(error)) await refuseMalformed(preset.name, withPlugins(documented, plugins), folder)
    throw error
  }
}

/** @throws UsageError with everything that is wrong with a suite that a preset returned */
async function refuseMalformed(preset: string, suite: SuiteConfig, folder: string): Promise<void> {
  try {
    await planSuite(suite, { cwd: folder })
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error
    const said = (path: string, message: string): string => `preset ${preset}: suite() returned no suite: ${path}: ${message}`
    throw new UsageError(error.issues.map(({ path, message, hint }) => ({ message: said(path, message), hint })))
  }
}

function refuseServers<Own extends object>(
  { name, partsOfServers = [] }: Preset<Own>,
  part: string | undefined,
  url: string | undefined,
): void {
  const urls = url === undefined || namedUrls(url) !== undefined ? [] : allUrls(url)
  if (urls.length < 2 || (part !== undefined && partsOfServers.includes(part))) return
  const several = partsOfServers.map((each) => `${name}:${each}`).join(' and ')
  throw usageError(
    `URL: ${part === undefined ? `preset ${name}` : `${name}:${part}`} takes one server, and there are ${urls.length}`,
    several === '' ? 'Give one of them.' : `Give one of them; several are for ${several}.`,
  )
}
