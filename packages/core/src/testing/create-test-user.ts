import { systemClock, type Clock } from '../base/clock/clock.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { findPluginProblems, type PluginProblem, parseOptions } from '../load/plugin/load-plugin.ts'
import { loadPlugins } from '../load/plugin/resolve-plugins.ts'
import type { Plugin, PluginReference } from '../load/plugin/plugin.ts'
import { reachTarget } from '../run/reach-target.ts'
import { openTestUser, type AnyPlugin, type TestUser, type TestUserOptions } from './test-user.ts'

const connectTimeout = 10_000_000

/**
 * Creates one user with the client of a plugin, outside of any run, for tests of the plugin or of a journey that uses it.
 *
 * Its requests are real. A plugin's `setup` and `teardown` are not run; what its clients do is recorded as in a run.
 *
 * @param from the plugin, or the reference that a config would have, such as `sse()`
 * @throws BenchpressError `INVALID_CONFIG` when there is no such plugin, it refuses its options or the target is no URL; `TARGET_UNREACHABLE` when
 *   nobody listens there
 */
export async function createTestUser(from: PluginReference | AnyPlugin, options: TestUserOptions): Promise<TestUser> {
  const { target, clock = systemClock } = options
  if (!URL.canParse(target)) throw invalid([{ path: ['target'], message: `${JSON.stringify(target)} is no URL` }])
  const { plugin, pluginOptions } = await findPlugin(from, options)
  const { route } = await reachTarget(new URL(target), { tls: {}, unixSocket: undefined, connectTimeout })
  return openTestUser({ ...options, plugin, options: pluginOptions, clock, route })
}

interface Found {
  readonly plugin: Plugin
  readonly pluginOptions: unknown
}

async function findPlugin(
  from: PluginReference | AnyPlugin,
  given: { readonly options?: unknown; readonly clock?: Clock },
): Promise<Found> {
  if ('createClient' in from) {
    // Its context is made of what it declares itself.
    const plugin = from as Plugin
    const problems = findPluginProblems(plugin, `of plugin ${plugin.name}`)
    if (problems.length > 0) throw invalid(problems)
    const parsed = await parseOptions(plugin, given.options ?? {})
    if ('problems' in parsed) throw invalid(parsed.problems)
    return { plugin, pluginOptions: parsed.options }
  }
  const [loaded] = await loadPlugins([{ ...from, ...('options' in given ? { options: given.options } : {}) }], process.cwd())
  if (loaded === undefined || 'problems' in loaded) throw invalid(loaded?.problems ?? [])
  return { plugin: loaded.plugin, pluginOptions: loaded.options }
}

function invalid(problems: readonly PluginProblem[]): BenchpressError {
  const lines = problems.map(({ path = [], message }) => `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`)
  return new BenchpressError('INVALID_CONFIG', lines.join('\n') || 'the reference names no module that can be loaded', {
    hint: problems.find(({ hint }) => hint !== undefined)?.hint,
  })
}
