import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { BenchError } from './bench-error.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** URL of core's compiled entry. */
export const coreEntry: string = new URL('../../packages/core/dist/index.js', import.meta.url).href

/** The other packages that each package needs, besides core. */
const needed = { 'plugin-sse': ['plugin-options'], 'plugin-socketio': ['plugin-options'], machines: [] } as const

/**
 * Compiles a package, and those that it needs, as they are published.
 *
 * From its sources, core would load Node's type stripper in every thread: 30 MB that no user has.
 *
 * @throws BenchError when it does not compile
 */
export async function compilePackage(name: 'core' | keyof typeof needed): Promise<void> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const { failed, stdout } = await execa(compiler, ['-b', `packages/${name}`], { node: true, cwd: repository, reject: false })
  if (failed) throw new BenchError(`packages/${name} does not compile:\n${stdout}`)
}

/**
 * Compiles core and a package with its dependencies, and lays them out like an installation, in `folder/node_modules`.
 *
 * @throws BenchError when a package does not compile
 */
export async function stagePackages(name: keyof typeof needed, folder: string): Promise<void> {
  await compilePackage(name)
  for (const each of ['core', ...needed[name], name]) await stagePackage(join(repository, 'packages', each), folder)
}

async function stagePackage(source: string, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly publishConfig: { readonly exports: unknown }
  }
  const target = join(folder, 'node_modules', manifest.name)
  await mkdir(target, { recursive: true })
  await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true })
  await writeFile(join(target, 'package.json'), JSON.stringify({ ...manifest, exports: manifest.publishConfig.exports }))
  await linkDependencies(join(source, 'node_modules'), join(folder, 'node_modules'))
}

async function linkDependencies(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from)) {
    if (entry.startsWith('.') || entry === '@benchpress') continue
    if (entry.startsWith('@')) {
      await mkdir(join(to, entry), { recursive: true })
      await linkDependencies(join(from, entry), join(to, entry))
      continue
    }
    // Two packages may share a dependency, of the same version.
    await symlink(join(from, entry), join(to, entry)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
