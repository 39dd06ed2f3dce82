import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, SuiteConfig } from '@benchpress/core'
import { loadConfig } from 'c12'
import { usageError } from '../usage-error.ts'

/**
 * Loads a config file, and those that it `extends`; modules are imported by Node.js itself, except in a package of CommonJS.
 *
 * The config is not checked: the run does that.
 *
 * @throws UsageError when a file cannot be loaded or gives no object
 */
export async function loadConfigFile(path: string): Promise<Config | SuiteConfig> {
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
      return { config: await importConfig(file), cwd: dirname(file), configFile: file, _configFile: file, source: id }
    },
  })
  // The run checks it, and reports the path of everything that is wrong.
  return config as unknown as Config | SuiteConfig
}

async function importConfig(file: string): Promise<Record<string, unknown>> {
  const config = await importDefault(file).catch((error: unknown) => {
    throw usageError(`${file} cannot be loaded: ${describeLoadError(error)}`)
  })
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw usageError(`${file} gives no config`, 'It must default-export an object: export default defineConfig({ … }).')
  }
  return refuseUnreadableExtends({ ...config }, file)
}

function refuseUnreadableExtends(config: Record<string, unknown>, file: string): Record<string, unknown> {
  const { extends: base = [] } = config
  const isReadable = [base].flat().every((id) => typeof id === 'string')
  if (!isReadable) throw usageError(`${file} cannot be loaded: extends must be the path of a config, or a list of them`)
  return config
}

async function importDefault(file: string): Promise<unknown> {
  if (extname(file) === '.json') return JSON.parse(await readFile(file, 'utf8'))
  if (isCommonJs(file)) {
    const { createJiti } = await import('jiti')
    return await createJiti(import.meta.url).import(file, { default: true })
  }
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

// Where package.json says `commonjs`, as `npm init` writes it, Node.js refuses a .ts or .js file with imports.
function isCommonJs(file: string): boolean {
  return ['.ts', '.js'].includes(extname(file)) && findPackageType(dirname(file)) === 'commonjs'
}

function findPackageType(directory: string): unknown {
  const manifest = join(directory, 'package.json')
  if (existsSync(manifest)) {
    const { type }: { readonly type?: unknown } = JSON.parse(readFileSync(manifest, 'utf8'))
    return type
  }
  return dirname(directory) === directory ? undefined : findPackageType(dirname(directory))
}

function describeLoadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node.js gives the line of a syntax error in the stack only.
  const place = error instanceof SyntaxError ? /^(?!\s*at ).*:\d+$/m.exec(error.stack ?? '')?.[0] : undefined
  return place === undefined ? error.message : `${error.message} (${place})`
}

function resolveExtended(id: string, cwd: string): string {
  try {
    return createRequire(join(cwd, 'benchpress.config.js')).resolve(id)
  } catch {
    throw usageError(`"${id}" in extends cannot be found from ${cwd}`)
  }
}
