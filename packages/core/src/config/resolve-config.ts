import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { PluginLoading } from '../load/plugin/resolve-plugins.ts'
import { hideSecrets } from '../base/redact/redact-text.ts'
import { configIssues } from './config-issues.ts'
import type { ResolvedConfig } from './resolved-config.ts'
import { readContext } from './config-context.ts'
import { configSchema } from './config-schema.ts'

/** Where a config comes from. */
export interface ResolveConfigOptions {
  /** Folder that the config's paths are relative to. Default: that of the process. */
  readonly cwd?: string
  /** What `loadPlugins` made of the config's plugins, which takes time. Default: none, for a config without plugins. */
  readonly plugins?: readonly PluginLoading[]
}

/**
 * Checks a config and fills in its defaults. Nothing is started or connected to; only paths it names are looked up.
 *
 * The same config gives the same, but for the seed that is drawn when it has none.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export function resolveConfig(input: unknown, options: ResolveConfigOptions = {}): ResolvedConfig {
  const context = readContext(input, options.cwd ?? process.cwd(), options.plugins)
  const result = configSchema(context).safeParse(input, { reportInput: true })
  if (!result.success) throw new InvalidConfigError(hideSecrets(configIssues(result.error), context.secrets))
  return result.data
}
