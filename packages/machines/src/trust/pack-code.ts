import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchpressError, feedFiles, messageOf, type ThreadShare } from '@benchpress/core/machines'
import { packFiles, type Packed } from './archive.ts'
import { bundle, placeInBundle } from './bundle.ts'
import { findInstalled, ownPackageOf, type Versions } from './versions.ts'

/** The code of a test, besides its shares. */
export interface PackedCode {
  readonly packed: Packed
  readonly versions: Versions
  /** The place of each module for an agent, by its name in the shares of this process. */
  readonly places: ReadonlyMap<string, string>
}

/** The modules and files to be packed. */
interface PackedTest {
  /** URLs or paths of modules, as in shares. */
  readonly modules: readonly string[]
  readonly cwd: string
  /** More files, relative to the working folder. */
  readonly files: readonly string[]
  /** Finds the variable whose value a text contains. */
  readonly findSecret: (text: string) => string | undefined
}

/** The file of an archive that names the working folder. */
export const folderFile = 'folder'

/**
 * Packs the modules of a test with everything that they import, and the files that its feeds read.
 *
 * Loads the modules into this thread, as the set-up of a test does too, to know what their feeds read.
 *
 * @throws BenchpressError `INVALID_CONFIG` with everything that cannot be sent
 */
export async function packCode({ modules, cwd, files, findSecret }: PackedTest): Promise<PackedCode> {
  const { places, entries, packages } = await findModules(modules)
  const bundled = await bundle(entries)
  const problems = [...bundled.problems]
  const contents = new Map<string, Uint8Array>([[folderFile, Buffer.from(placeInBundle(cwd))]])
  for (const [name, text] of bundled.code) contents.set(`code/${name}`, Buffer.from(text))
  const read = async (path: string): Promise<Buffer | undefined> => {
    const content = await readFile(path).catch((error: unknown) => void problems.push(`${path} cannot be read: ${messageOf(error)}`))
    const variable = content === undefined ? undefined : findSecret(content.toString('latin1'))
    if (variable !== undefined) problems.push(`${path} holds the value of ${variable}, and would carry it to the broker`)
    return content ?? undefined
  }
  // Installed packages are public, and too large to be searched for secrets.
  for (const path of bundled.sources) if (!path.includes('/node_modules/')) await read(path)
  // The files of feeds of an earlier test in this process may be gone.
  for (const path of new Set([
    ...bundled.files,
    ...[...feedFiles()].filter((file) => existsSync(file)),
    ...files.map((file) => resolve(cwd, file)),
  ])) {
    const content = await read(path)
    if (content !== undefined) contents.set(placeInBundle(path), content)
  }
  const versions = { node: process.versions.node, packages: await versionsOf(new Map([...packages, ...bundled.packages]), problems) }
  if (problems.length > 0) throw new BenchpressError('INVALID_CONFIG', `the test cannot be sent to other machines: ${problems.join('; ')}`)
  return { packed: packFiles(contents), versions, places }
}

/** Separates modules to be bundled from those of packages of benchpress, which an agent has. */
async function findModules(modules: readonly string[]): Promise<{
  readonly places: Map<string, string>
  readonly entries: Record<string, string>
  readonly packages: Map<string, string>
}> {
  const places = new Map<string, string>()
  const entries: Record<string, string> = {}
  const packages = new Map<string, string>()
  for (const module of new Set(modules)) {
    const path = module.startsWith('file:') ? fileURLToPath(module) : module
    const own = await ownPackageOf(path)
    if (own === undefined) {
      const name = `${Object.keys(entries).length}-${parse(path).name.replaceAll(/[^\w.-]/g, '-')}`
      entries[name] = path
      places.set(module, `code/${name}.mjs`)
    } else {
      packages.set(own.name, path)
      places.set(module, `node_modules/${own.name}/${relative(own.folder, path).replaceAll(sep, '/')}`)
    }
    // The set-up of the test reports why a module cannot be loaded.
    await import(module).catch(() => undefined)
  }
  return { places, entries, packages }
}

async function versionsOf(packages: ReadonlyMap<string, string>, problems: string[]): Promise<Record<string, string>> {
  const versions: Record<string, string> = {}
  for (const [name, importer] of packages) {
    const found = await findInstalled(name, [importer, import.meta.url])
    if (found === undefined) problems.push(`${importer} imports ${name}, which is not installed`)
    else versions[name] = found.version
  }
  return versions
}

/** Renames the modules of shares. */
export function renameModules(shares: readonly ThreadShare[], rename: (module: string) => string): readonly ThreadShare[] {
  return shares.map((share) => ({
    ...share,
    plugins: share.plugins.map((plugin) => ({ ...plugin, module: rename(plugin.module) })),
    scenarios: share.scenarios.map((scenario) => {
      if (scenario.kind !== 'users' || scenario.action.kind !== 'journeys') return scenario
      const journeys = scenario.action.journeys.map((journey) =>
        'run' in journey.from ? journey : { ...journey, from: { ...journey.from, module: rename(journey.from.module) } },
      )
      return { ...scenario, action: { ...scenario.action, journeys } }
    }),
  }))
}
