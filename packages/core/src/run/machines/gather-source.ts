import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { LocalSource, type LoadSource } from '../load-source.ts'
import { loadJourneys } from '../test-setup.ts'
import { idleProgress, progressNames, type TestContext } from '../progress.ts'

/**
 * Finds where the load of a test comes from: this process, or machines that are gathered for it.
 *
 * @returns nothing when the test was interrupted meanwhile
 * @throws InvalidConfigError for journeys that cannot be loaded; BenchpressError MACHINES_MISSING when fewer come than were asked for
 */
export async function gatherSource(context: TestContext): Promise<LoadSource | undefined> {
  const { config, machines, signal = new AbortController().signal } = context
  if (machines === undefined) return new LocalSource(config)
  // Whoever packs the journeys has to know which files they read.
  await loadJourneys(config)
  const { name, workers, timing, secrets } = config
  const run = { ...progressNames(config), variant: context.variant, repeat: context.repeat, repeats: context.repeats }
  const onNotice = (message: string): void => context.onProgress?.(idleProgress(run, 'setup', message))
  // A test of this machine needs none of it.
  const { MachineSource } = await import('./machine-source.ts')
  try {
    return new MachineSource(await machines.gather({ name, workers, timing, secrets, modules: modulesOf(config), signal, onNotice }))
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

function modulesOf({ scenarios, plugins }: ResolvedConfig): readonly string[] {
  const journeys = scenarios.flatMap((scenario) => (scenario.kind === 'journeys' ? scenario.journeys.map(({ from }) => from) : []))
  return [...new Set([...journeys.flatMap((from) => ('module' in from ? from.module : [])), ...plugins.map(({ module }) => module)])]
}
