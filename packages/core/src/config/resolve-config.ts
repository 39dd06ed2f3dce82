import { InvalidConfigError } from '../errors/invalid-config-error.ts'
import { configIssues } from './config-issues.ts'
import type { ResolvedConfig } from './resolved-config.ts'
import { configSchema } from './schema/config-schema.ts'

/** Where a config comes from. */
export interface ResolveConfigOptions {
  /** Folder that the config's paths are relative to. Default: that of the process. */
  readonly cwd?: string
}

/**
 * Checks a config and fills in its defaults. Nothing is started or connected to; only paths it names are looked up.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export function resolveConfig(input: unknown, options: ResolveConfigOptions = {}): ResolvedConfig {
  const result = configSchema(options.cwd ?? process.cwd()).safeParse(input, { reportInput: true })
  if (!result.success) throw new InvalidConfigError(configIssues(result.error))
  return result.data
}
