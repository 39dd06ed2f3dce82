import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Config, SuiteConfig } from '@benchpress/core'
import { loadConfig } from 'c12'
import { usageError } from '@benchpress/core/preset'
import { describeImportError, importDefault, missingPackageOf } from '@benchpress/core/report'

/**
 * Loads a config file, and those that it `extends`; modules are imported by Node.js itself.
 *
 * The config is not checked: the run does that.
 *
 * @param onFile is called with the absolute path of each file that is read
 * @throws UsageError when a file cannot be loaded or gives no object
 */
export async function loadConfigFile(path: string, onFile?: (file: string) => void): Promise<Config | SuiteConfig> {
  const { config } = await loadConfig<Record<string, unknown>>({
    name: 'benchpress',
    cwd: dirname(path),
    rcFile: false,
    packageJson: false,
    dotenv: false,
    giget: false,
    envName: false,
    resolve: async (id, { cwd = '.' }) => {
      const file = id === '.' ? path : resolveExtended(id, cwd)
      onFile?.(file)
      return { config: await importConfig(file), cwd: dirname(file), configFile: file, _configFile: file, source: id }
    },
  })
  // The run checks it, and reports the path of everything that is wrong.
  return config as unknown as Config | SuiteConfig
}

async function importConfig(file: string): Promise<Record<string, unknown>> {
  const config = await importDefault(file, import.meta.url).catch((error: unknown) => {
    const missing = missingPackageOf(error)
    throw usageError(
      `${file} cannot be loaded: ${describeImportError(error)}`,
      missing === 'k6' ? hintOfK6 : missing && `Install what it imports: npm i -D ${missing}.`,
    )
  })
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw usageError(`${file} gives no config`, 'It must default-export an object: export default defineConfig({ … }).')
  }
  return refuseUnreadableExtends({ ...config }, file)
}

const hintOfK6 = 'A script of k6 is no config: benchpress init writes one, with a journey.'

function refuseUnreadableExtends(config: Record<string, unknown>, file: string): Record<string, unknown> {
  const { extends: base = [] } = config
  const isReadable = [base].flat().every((id) => typeof id === 'string')
  if (!isReadable) throw usageError(`${file} cannot be loaded: extends must be the path of a config, or a list of them`)
  return config
}

function resolveExtended(id: string, cwd: string): string {
  try {
    return createRequire(join(cwd, 'benchpress.config.js')).resolve(id)
  } catch {
    throw usageError(`"${id}" in extends cannot be found from ${cwd}`)
  }
}
