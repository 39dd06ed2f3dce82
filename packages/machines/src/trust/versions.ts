import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BenchpressError, type OwnFacts } from '@benchpress/core/machines'

/** The versions that a share was made with. */
export interface Versions {
  /** Version of Node.js, without the `v`. */
  readonly node: string
  /** Version of each package of benchpress that the share needs, by name. */
  readonly packages: Readonly<Record<string, string>>
}

/** An installed package. */
export interface InstalledPackage {
  readonly name: string
  readonly version: string
  readonly folder: string
}

/** The package of benchpress that a file belongs to; `undefined` for any other file. */
export async function ownPackageOf(file: string): Promise<InstalledPackage | undefined> {
  const manifest = findPackageJSON(pathToFileURL(file))
  // Without a package.json, Node.js returns the file itself.
  const found = manifest === undefined || basename(manifest) !== 'package.json' ? undefined : await readManifest(manifest)
  return found?.name.startsWith('@benchpress/') === true ? found : undefined
}

/** Resolves an installed package from these URLs of modules, in this order; `undefined` when none finds it. */
export async function findInstalled(name: string, beside: readonly string[]): Promise<InstalledPackage | undefined> {
  for (const url of beside) {
    const manifest = findHere(name, url)
    if (manifest !== undefined) return await readManifest(manifest)
  }
  return undefined
}

/**
 * Finds the packages that an order needs on this machine.
 *
 * @param beside URLs of modules to resolve the packages from, in this order
 * @throws BenchpressError `INVALID_CONFIG` with each that is missing or of another version, and with Node.js where its major version is another
 */
export async function packageVersions(wanted: Versions, beside: readonly string[]): Promise<readonly InstalledPackage[]> {
  const found: InstalledPackage[] = []
  const problems: string[] = []
  const { node } = process.versions
  if (majorOf(node) !== majorOf(wanted.node)) problems.push(`Node.js is ${node} here and ${wanted.node} where the run was started`)
  for (const [name, version] of Object.entries(wanted.packages)) {
    const here = await findInstalled(name, beside)
    if (here === undefined) problems.push(`${name} ${version} is not installed here`)
    else if (here.version === version) found.push(here)
    else problems.push(`${name} is ${here.version} here and ${version} where the run was started`)
  }
  if (problems.length === 0) return found
  throw new BenchpressError('INVALID_CONFIG', problems.join('; '), { hint: 'install the same versions on each machine' })
}

function findHere(name: string, url: string): string | undefined {
  try {
    return findPackageJSON(name, url)
  } catch {
    return undefined
  }
}

async function readManifest(path: string): Promise<InstalledPackage> {
  const { name = '', version = '' } = JSON.parse(await readFile(path, 'utf8')) as { readonly name?: string; readonly version?: string }
  return { name, version, folder: dirname(path) }
}

function majorOf(version: string): string | undefined {
  return version.split('.')[0]
}

/** Describes the versions in which another machine does not fit this one; `undefined` where all fit. */
export function differenceOf(other: OwnFacts, own: OwnFacts): string | undefined {
  if (other.benchpress !== own.benchpress) return `has benchpress ${other.benchpress}, and this machine ${own.benchpress}`
  if (majorOf(other.node) !== majorOf(own.node)) return `runs on Node.js ${other.node}, and this machine on ${own.node}`
  return undefined
}
