import module, { type ResolveHookSync } from 'node:module'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { codeOf } from '../../base/errors/benchpress-error.ts'
import { formatOf } from './module-format.ts'

// Threads get a copy of it from the one that starts them.
const inherited = 'benchpress: the module whose folder has its packages'
const notFound: ReadonlySet<string | undefined> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/**
 * Has all modules that are loaded from now on find the packages of benchpress beside another module, where their own folder has none: in this thread, and
 * in the threads that it starts. They are loaded as modules also where their package says `commonjs`.
 *
 * Configs and journeys can so import the library of the command that runs them. A package that their own folder has comes first.
 *
 * @param url of the module
 */
export function findOwnPackagesBeside(url: string): void {
  if (getEnvironmentData(inherited) === url) return
  setEnvironmentData(inherited, url)
  module.registerHooks({ resolve: inTheirFormat(resolveBeside(url)) })
}

/** Has the modules of a thread find the packages of benchpress where those of the thread that started it do, and be loaded as there. */
export function inheritOwnPackages(): void {
  const url = getEnvironmentData(inherited)
  if (typeof url === 'string') module.registerHooks({ resolve: inTheirFormat(resolveBeside(url)) })
}

function inTheirFormat(find: ResolveHookSync): ResolveHookSync {
  return (specifier, context, resolve) => {
    const found = find(specifier, context, resolve)
    const format = formatOf(found.url)
    return format === undefined ? found : { ...found, format }
  }
}

function resolveBeside(url: string): ResolveHookSync {
  return (specifier, context, resolve) => {
    if (!specifier.startsWith('@benchpress/')) return resolve(specifier, context)
    try {
      return resolve(specifier, context)
    } catch (error) {
      if (!notFound.has(codeOf(error))) throw error
      try {
        return resolve(specifier, { ...context, parentURL: url })
      } catch {
        // It says where the module looked, which is where it can be installed.
        throw error
      }
    }
  }
}
