import type { BenchpressError } from '../../base/errors/benchpress-error.ts'
import { cloneOrFail, longestHook, setupFailed, unlessAborted, within } from '../user/setup-hooks.ts'
import { freezeDeeply } from './load-plugin.ts'
import type { LoadedPlugin } from './resolve-plugins.ts'
import type { PluginContext } from './define-plugin.ts'

/** The context of `setup` and `teardown` that all plugins of a test share, without their options. */
export type PluginSurroundings = Omit<PluginContext, 'options'>

/**
 * The plugins of one test, in the thread that called `run()`: `setup` of each in order, and `teardown` of each in reverse.
 *
 * The context is read-only. Each call must end within 30 s.
 */
export class PluginSetup {
  readonly #around: PluginSurroundings
  readonly #longest: number
  readonly #shared = new Map<string, unknown>()
  readonly #teardowns: { readonly name: string; readonly run: (signal: AbortSignal) => Promise<void> }[] = []

  /** @param longest the milliseconds that one call may take */
  constructor(around: PluginSurroundings, longest: number = longestHook) {
    this.#around = Object.freeze({ ...around, env: Object.freeze({ ...around.env }) })
    this.#longest = longest
  }

  /** The value that `setup` of a plugin returned, as a clone; `undefined` without one. */
  sharedOf(name: string): unknown {
    return this.#shared.get(name)
  }

  /**
   * Runs `setup` of each plugin, in order; `finish` must be called afterwards, even when this rejects.
   *
   * @throws the reason of the signal when the test is interrupted meanwhile
   * @throws BenchpressError `SETUP_FAILED` for a `setup` that throws, takes too long or returns a value that cannot be cloned
   */
  async run(plugins: readonly LoadedPlugin[]): Promise<void> {
    for (const each of plugins) await this.#setup(each)
  }

  /** Runs each `teardown` once, in reverse order, whatever happened before. Resolves with the errors. */
  async finish(): Promise<readonly BenchpressError[]> {
    const failures: BenchpressError[] = []
    for (const { name, run } of this.#teardowns.splice(0).toReversed()) {
      const controller = new AbortController()
      try {
        await within(run(controller.signal), this.#longest)
      } catch (error) {
        failures.push(setupFailed(`teardown of plugin ${name}`, error))
      }
      controller.abort()
    }
    return failures
  }

  async #setup({ plugin, options }: LoadedPlugin): Promise<void> {
    const { signal } = this.#around
    const what = `setup of plugin ${plugin.name}`
    const late = new AbortController()
    let shared: unknown
    try {
      signal.throwIfAborted()
      const context = Object.freeze({ ...this.#around, options, signal: AbortSignal.any([signal, late.signal]) })
      const running = (async () => await plugin.setup?.(context))()
      shared = await unlessAborted(within(running, this.#longest), signal)
    } catch (error) {
      late.abort()
      if (signal.aborted) throw error
      throw setupFailed(what, error)
    }
    this.#teardowns.push({
      name: plugin.name,
      run: async (now) => await plugin.teardown?.(Object.freeze({ ...this.#around, options, signal: now, shared })),
    })
    this.#shared.set(plugin.name, freezeDeeply(cloneOrFail(shared, what)))
  }
}
