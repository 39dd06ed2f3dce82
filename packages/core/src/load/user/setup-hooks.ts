import { BenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import type { SetupContext } from './journey.ts'
import { loadJourney, type JourneySource, type LoadedJourney } from './load-journey.ts'

/** A hook before the load, and the one after the load that undoes it. */
interface HookPair {
  /** What its value is found by. */
  readonly key: string
  /** The names of both, for errors. */
  readonly names: readonly [before: string, after: string]
  /** Whether the first one must end in time, as the second one must. */
  readonly isLimited?: boolean
  readonly before: (context: SetupContext) => unknown
  readonly after: (context: SetupContext & { readonly shared: unknown }) => unknown
}

/** The hooks around the load of one test, in the thread that called `run()`: those before it in order, and those after it in reverse. */
export class TestHooks {
  readonly #context: SetupContext
  readonly #longest: number
  readonly #shared = new Map<string, unknown>()
  readonly #after: { readonly name: string; readonly run: (signal: AbortSignal) => Promise<unknown> }[] = []

  constructor(context: SetupContext, longest: number = longestHook) {
    this.#context = { ...context, env: Object.freeze({ ...context.env }) }
    this.#longest = longest
  }

  /** The value that a hook returned, as a clone; `undefined` without one. */
  sharedOf(key: string): unknown {
    return this.#shared.get(key)
  }

  /**
   * Runs a hook before the load, and resolves with a clone of its value; {@link finish} must be called afterwards, even when this rejects.
   *
   * @throws the reason of the signal when the test is interrupted meanwhile
   * @throws BenchpressError `SETUP_FAILED` when the hook throws, takes too long or returns a value that cannot be cloned
   */
  async run({ key, names: [name, nameAfter], isLimited = false, before, after }: HookPair): Promise<unknown> {
    const { signal } = this.#context
    const late = new AbortController()
    let shared: unknown
    try {
      signal.throwIfAborted()
      const context = { ...this.#context, signal: AbortSignal.any([signal, late.signal]) }
      const running = (async () => await before(context))()
      shared = await unlessAborted(isLimited ? within(running, this.#longest) : running, signal)
    } catch (error) {
      late.abort()
      if (signal.aborted) throw error
      throw setupFailed(name, error)
    }
    this.#after.push({ name: nameAfter, run: async (now) => await after({ ...this.#context, signal: now, shared }) })
    const clone = cloneOrFail(shared, name)
    this.#shared.set(key, clone)
    return clone
  }

  /** Runs each hook after the load once, whatever happened before. Resolves with the errors. */
  async finish(): Promise<readonly BenchpressError[]> {
    const failures: BenchpressError[] = []
    for (const { name, run } of this.#after.splice(0).toReversed()) {
      const controller = new AbortController()
      try {
        await within(run(controller.signal), this.#longest)
      } catch (error) {
        failures.push(setupFailed(name, error))
      }
      controller.abort()
    }
    return failures
  }
}

/**
 * Loads each journey in the calling thread, to check that it exists, and runs `beforeAll` of each module once, in order; its value is found by the URL of
 * the module. Functions have no hooks.
 *
 * @throws the errors of {@link TestHooks.run}, and BenchpressError `INVALID_CONFIG` for a journey that cannot be loaded
 */
export async function prepareJourneys(sources: readonly JourneySource[], hooks: TestHooks): Promise<void> {
  // All journeys are loaded before the first hook, so that a missing one is found before anything is done to the target.
  const loaded = new Map<string, LoadedJourney['hooks']>()
  for (const source of sources) if ('module' in source) loaded.set(source.module, (await loadJourney(source)).hooks)
  for (const [module, { beforeAll, afterAll }] of loaded) {
    await hooks.run({
      key: module,
      names: [`beforeAll of ${module}`, `afterAll of ${module}`],
      before: (context) => beforeAll?.(context),
      after: ({ shared, ...context }) => afterAll?.({ ...context, shared: shared as never }),
    })
  }
}

/** Milliseconds that each hook before or after a test may take. */
const longestHook = 30_000

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
async function within<Value>(running: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not end within ${milliseconds / 1000} s`)), milliseconds)
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The error for a hook that failed, by the name of the hook. */
function setupFailed(name: string, error: unknown): BenchpressError {
  return new BenchpressError('SETUP_FAILED', `${name} failed: ${messageOf(error)}`, { cause: error })
}

/**
 * Clones the value of `beforeAll`, as each thread gets it.
 *
 * @throws TypeError with the place of the first value inside that cannot be cloned, such as a function
 */
export function cloneShared(value: unknown): unknown {
  if (canBeCloned(value)) return structuredClone(value)
  throw new TypeError(`what it returned cannot be given to load threads, because ${describeCulprit(value, [])}; return plain data`)
}

/** Clones the value of a hook, named in errors. @throws BenchpressError `SETUP_FAILED` */
function cloneOrFail(shared: unknown, name: string): unknown {
  try {
    return cloneShared(shared)
  } catch (error) {
    throw setupFailed(name, error)
  }
}

function canBeCloned(value: unknown): boolean {
  try {
    structuredClone(value)
    return true
  } catch {
    return false
  }
}

/** Describes the innermost part of a value that cannot be cloned. */
function describeCulprit(value: unknown, path: readonly string[], around: readonly unknown[] = []): string {
  const seen = [...around, value]
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const part = parts.find(([, inner]) => !seen.includes(inner) && !canBeCloned(inner))
  if (part !== undefined) return describeCulprit(part[1], [...path, part[0]], seen)
  const what = typeof value === 'object' ? `${value?.constructor?.name ?? 'object'}, which cannot be cloned` : `a ${typeof value}`
  return `${path.length === 0 ? 'it' : path.join('.')} is ${what}`
}
