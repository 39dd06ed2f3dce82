import type { Config } from '../config/config.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'

/**
 * Loads the plugins of tests, and checks their configs.
 *
 * @param cwd folder that paths in the configs are relative to. Default: that of the process
 * @throws InvalidConfigError with everything that is wrong with the first config that has something wrong
 */
export async function resolveTests(tests: readonly Config[], cwd: string = process.cwd()): Promise<ResolvedConfig[]> {
  const [{ resolveConfig }, { loadPlugins }] = await Promise.all([
    import('../config/resolve-config.ts'),
    import('../plugin/load-plugins.ts'),
  ])
  const configs: ResolvedConfig[] = []
  // A config may be given wrongly in every way, and is not read before it was checked.
  for (const test of tests) {
    const references: unknown = (test as Partial<Config> | null | undefined)?.plugins
    configs.push(resolveConfig(test, { cwd, plugins: await loadPlugins(references, cwd) }))
  }
  return configs
}
