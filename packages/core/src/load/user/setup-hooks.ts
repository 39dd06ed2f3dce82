import { BenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import type { SetupContext } from './journey.ts'
import { loadJourney, type JourneySource, type LoadedJourney } from './load-journey.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Journeys whose `beforeAll` has run. */
export interface PreparedJourneys {
  /** The value that `beforeAll` of the journey's module returned, as a clone; `undefined` without one. */
  sharedOf(source: JourneySource): unknown
  /**
   * Runs each `afterAll` once, in reverse order, whatever happened before. Resolves with the errors.
   *
   * @param signal the signal for `afterAll`, because that of the test may be aborted by then
   */
  finish(signal: AbortSignal): Promise<readonly BenchpressError[]>
}

/**
 * Loads each journey in the calling thread, to check that it exists, and runs `beforeAll` of each module once, in order.
 *
 * When one fails, `afterAll` of those before it has run by the time this rejects. Functions have no hooks.
 *
 * @throws the reason of the signal when the test is interrupted meanwhile
 * @throws BenchpressError `INVALID_CONFIG` for a journey that cannot be loaded, `SETUP_FAILED` for a `beforeAll` that throws or returns a value that
 * cannot be cloned
 */
export async function prepareJourneys(sources: readonly JourneySource[], context: SetupContext): Promise<PreparedJourneys> {
  const modules = sources.filter((source) => 'module' in source)
  // All journeys are loaded before the first hook, so that a missing one is found before anything is done to the target.
  const loaded: { readonly module: string; readonly hooks: LoadedJourney['hooks'] }[] = []
  for (const source of modules) {
    const { hooks } = await loadJourney(source)
    if (!loaded.some(({ module }) => module === source.module)) loaded.push({ module: source.module, hooks })
  }
  const setup = new Setup(context)
  try {
    for (const { module, hooks } of loaded) await setup.runBeforeAll(module, hooks)
  } catch (error) {
    // The signal of the test may have ended it.
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

  async runBeforeAll(module: string, { beforeAll, afterAll }: LoadedJourney['hooks']): Promise<void> {
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

/** Milliseconds that each hook before or after a test may take. */
export const longestHook = 30_000

/** Waits for work that may ignore a signal, so that an interrupted test can end. @throws the reason of the signal */
export async function unlessAborted<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([running, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Waits for work that may never end, so that the test can end. @throws Error when the work has not ended in time */
export async function within<Value>(running: Promise<Value>, milliseconds: number): Promise<Value> {
  const timer = new AbortController()
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: timer.signal })
    throw new Error(`it did not end within ${milliseconds / 1000} s`)
  }
  try {
    return await Promise.race([running, late()])
  } finally {
    timer.abort()
  }
}

/** The error for a hook that failed, by the name of the hook. */
export function setupFailed(name: string, error: unknown): BenchpressError {
  return new BenchpressError('SETUP_FAILED', `${name} failed: ${messageOf(error)}`, { cause: error })
}

/**
 * Clones the value of `beforeAll`, as each thread gets it.
 *
 * @throws TypeError with the place of the first value inside that cannot be cloned, such as a function
 */
export function cloneShared(value: unknown): unknown {
  const failure = failureToClone(value)
  if (failure === undefined) return structuredClone(value)
  const { path, culprit } = findCulprit(value)
  const what = typeof culprit === 'object' ? `${culprit?.constructor?.name ?? 'object'}, which cannot be cloned` : `a ${typeof culprit}`
  throw new TypeError(
    `what it returned cannot be given to load threads, because ${path === '' ? 'it' : path} is ${what}; return plain data`,
  )
}

/** Clones the value of a hook, named in errors. @throws BenchpressError `SETUP_FAILED` */
export function cloneOrFail(shared: unknown, name: string): unknown {
  try {
    return cloneShared(shared)
  } catch (error) {
    throw setupFailed(name, error)
  }
}

function failureToClone(value: unknown): unknown {
  try {
    structuredClone(value)
    return undefined
  } catch (error) {
    return error
  }
}

/** Finds the innermost part of a value that cannot be cloned. */
function findCulprit(value: unknown): { readonly path: string; readonly culprit: unknown } {
  const seen = new Set<unknown>()
  let path = ''
  let culprit = value
  for (;;) {
    seen.add(culprit)
    const part = partsOf(culprit).find(([, inner]) => !seen.has(inner) && failureToClone(inner) !== undefined)
    if (part === undefined) return { path, culprit }
    const [key, inner] = part
    path += path === '' ? key.replace(/^\./, '') : key
    culprit = inner
  }
}

function partsOf(value: unknown): (readonly [key: string, part: unknown])[] {
  if (value instanceof Map) return Array.from(value, ([key, part]) => [`.get(${JSON.stringify(key)})`, part] as const)
  if (value instanceof Set) return Array.from(value, (part, index) => [`[${index}]`, part] as const)
  if (Array.isArray(value)) return value.map((part, index) => [`[${index}]`, part] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value).map(([key, part]) => [`.${key}`, part] as const) : []
}
