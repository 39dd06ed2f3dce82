import type { BenchpressError } from '../../base/errors/benchpress-error.ts'
import { cloneOrFail, longestHook, setupFailed, unlessAborted, within } from './setup-hook.ts'
import type { SetupContext } from './journey.ts'
import { loadJourney, type JourneyModule, type JourneySource, type LoadedJourney } from './load-journey.ts'

/** Journeys whose `beforeAll` has run. */
export interface PreparedJourneys {
  /** What `beforeAll` of the journey's module returned, as a clone; `undefined` without one. */
  sharedOf(source: JourneySource): unknown
  /**
   * Runs each `afterAll`, that of the last module first, whatever happened before; once. Resolves with what went wrong.
   *
   * @param signal what `afterAll` is given: that of the test may be aborted by then
   */
  finish(signal: AbortSignal): Promise<readonly BenchpressError[]>
}

/**
 * Loads each journey in the calling thread, to see that it is there, and runs `beforeAll` of each module once, in order.
 *
 * When one fails, `afterAll` of those before it has run by the time this rejects. Functions have no hooks.
 *
 * @throws the reason of the signal when the test is interrupted meanwhile
 * @throws BenchpressError `INVALID_CONFIG` for a journey that cannot be loaded, `SETUP_FAILED` for a `beforeAll` that throws or returns what cannot be cloned
 */
export async function prepareJourneys(sources: readonly JourneySource[], context: SetupContext): Promise<PreparedJourneys> {
  const modules = sources.filter((source) => 'module' in source)
  // All of them before the first hook: a journey that is not there should be found before anything is done to the target.
  const loaded: { readonly module: string; readonly hooks: LoadedJourney['hooks'] }[] = []
  for (const source of modules) {
    const { hooks } = await loadJourney(source)
    if (!loaded.some(({ module }) => module === source.module)) loaded.push({ module: source.module, hooks })
  }
  const setup = new Setup(context)
  try {
    for (const { module, hooks } of loaded) await setup.runBeforeAll(module, hooks)
  } catch (error) {
    // That of the test may be what ended it.
    await setup.finish(AbortSignal.timeout(longestHook))
    throw error
  }
  return setup
}

class Setup implements PreparedJourneys {
  readonly #context: SetupContext
  readonly #shared = new Map<string, unknown>()
  readonly #teardowns: { readonly module: string; readonly run: (signal: AbortSignal) => Promise<void> }[] = []

  constructor(context: SetupContext) {
    this.#context = context
  }

  sharedOf(source: JourneySource): unknown {
    return 'module' in source ? this.#shared.get(source.module) : undefined
  }

  async runBeforeAll(module: JourneyModule['module'], { beforeAll, afterAll }: LoadedJourney['hooks']): Promise<void> {
    const { signal } = this.#context
    const name = `beforeAll of ${module}`
    let shared: unknown
    try {
      signal.throwIfAborted()
      shared = await unlessAborted((async () => await beforeAll?.(this.#context))(), signal)
    } catch (error) {
      if (signal.aborted) throw error
      throw setupFailed(name, error)
    }
    if (afterAll !== undefined)
      this.#teardowns.push({ module, run: async (now) => await afterAll({ ...this.#context, signal: now, shared: shared as never }) })
    this.#shared.set(module, cloneOrFail(shared, name))
  }

  async finish(signal: AbortSignal): Promise<readonly BenchpressError[]> {
    const failures: BenchpressError[] = []
    for (const { module, run } of this.#teardowns.splice(0).toReversed()) {
      try {
        await within(run(signal), longestHook)
      } catch (error) {
        failures.push(setupFailed(`afterAll of ${module}`, error))
      }
    }
    return failures
  }
}
