import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Block, type BlockKind, fileNameOf, kindOf } from './read-blocks.ts'
import { shortenCode } from './shorten.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))
const demoServer = fileURLToPath(new URL('demo-server.ts', import.meta.url))
const bin = join(workspace, 'packages/cli/bin/benchpress.mjs')

/** A block with the path of its file; commands and texts have no file. */
export interface PageFile {
  readonly block: Block
  readonly kind: BlockKind
  readonly file: string
}

/** The blocks of a page in a folder. */
export interface WrittenPage {
  readonly folder: string
  readonly files: readonly PageFile[]
}

/** The ports for the addresses of the pages. */
export interface Addresses {
  /** Port of the demo server, in place of `localhost:3000`. */
  readonly port: number
  /** Port of the `server.js` that a block starts. */
  readonly ownPort: number
}

/**
 * A folder outside of the repository in which the blocks of each page are written twice: as they are, for the types, and shortened, to be run.
 *
 * The folder resolves our packages, `vitest`, `zod` and `valibot` like a project that has them installed, and `benchpress` as a command.
 */
export class PagesFolder {
  readonly path: string
  /** Folder of the `benchpress` command, for the PATH. */
  readonly commands: string

  private constructor(path: string) {
    this.path = path
    this.commands = join(path, 'commands')
  }

  static async create(): Promise<PagesFolder> {
    const folder = new PagesFolder(await mkdtemp(join(tmpdir(), 'benchpress-documents-')))
    const modules = join(folder.path, 'node_modules')
    await mkdir(join(modules, '@benchpress'), { recursive: true })
    await symlink(join(workspace, 'packages/core'), join(modules, '@benchpress/core'))
    await symlink(join(workspace, 'packages/machines'), join(modules, '@benchpress/machines'))
    await symlink(join(workspace, 'packages/report'), join(modules, '@benchpress/report'))
    await symlink(join(workspace, 'packages/plugin-options'), join(modules, '@benchpress/plugin-options'))
    await symlink(join(workspace, 'packages/plugin-socketio'), join(modules, '@benchpress/plugin-socketio'))
    await symlink(join(workspace, 'packages/plugin-sse'), join(modules, '@benchpress/plugin-sse'))
    await symlink(join(workspace, 'examples/bridge'), join(modules, '@benchpress/example-bridge'))
    await symlink(join(workspace, 'examples/hypha'), join(modules, '@benchpress/example-hypha'))
    await symlink(join(workspace, 'examples/nestjs'), join(modules, '@benchpress/example-nestjs'))
    await symlink(join(workspace, 'examples/toska'), join(modules, '@benchpress/example-toska'))
    await symlink(join(workspace, 'examples/plugin-resp'), join(modules, '@benchpress/example-plugin-resp'))
    await symlink(join(workspace, 'examples/preset-shop'), join(modules, '@benchpress/example-preset-shop'))
    await symlink(join(workspace, 'packages/presets'), join(modules, '@benchpress/presets'))
    await symlink(join(workspace, 'node_modules/vitest'), join(modules, 'vitest'))
    await symlink(join(workspace, 'packages/core/node_modules/zod'), join(modules, 'zod'))
    await symlink(join(workspace, 'packages/plugin-options/node_modules/valibot'), join(modules, 'valibot'))
    await symlink(join(workspace, 'node_modules/@types'), join(modules, '@types'))
    await folder.#write('package.json', JSON.stringify({ private: true, type: 'module' }))
    await folder.#write('commands/benchpress', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, 0o755)
    return folder
  }

  /** Writes the blocks of a page as they are; returns the path of their folder. */
  async writeOriginals(page: string, blocks: readonly Block[]): Promise<WrittenPage> {
    const folder = `types/${nameOf(page)}`
    await this.#writeGranted(folder, (text) => text, 3000)
    return { folder: join(this.path, folder), files: await this.#writeBlocks(folder, blocks, ({ text }) => text) }
  }

  /** Writes the blocks of a page so that they can be run, beside the files that every page may assume. */
  async writeRunnable(page: string, blocks: readonly Block[], addresses: Addresses): Promise<WrittenPage> {
    const folder = `run/${nameOf(page)}`
    await this.#writeGranted(folder, (text) => redirect(text, addresses), addresses.ownPort)
    const files = await this.#writeBlocks(folder, blocks, ({ text }, kind) => redirect(shortenCode(text, kind), addresses))
    return { folder: this.folderOfRun(page), files }
  }

  /** The folder in which the blocks of a page are run. */
  folderOfRun(page: string): string {
    return join(this.path, 'run', nameOf(page))
  }

  /** Writes the files for the type check of all originals, including one with a mistake, without which the check would pass if nothing was checked. */
  async writeTypeCheck(): Promise<string> {
    const options = {
      extends: join(workspace, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        declaration: false,
        isolatedDeclarations: false,
        rewriteRelativeImportExtensions: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
      },
      include: ['types/**/*.ts', join(workspace, 'packages/core/src/**/*.d.ts')],
    }
    await this.#write('types/mistake.ts', "import { defineConfig } from '@benchpress/core'\ndefineConfig({ target: 5 })\n")
    await this.#write('tsconfig.json', JSON.stringify(options))
    return this.path
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }

  async #writeGranted(folder: string, change: (text: string) => string, port: number): Promise<void> {
    for (const [name, text] of Object.entries(granted(port))) await this.#write(join(folder, name), change(text))
  }

  async #writeBlocks(folder: string, blocks: readonly Block[], textOf: (block: Block, kind: BlockKind) => string): Promise<PageFile[]> {
    const files: PageFile[] = []
    for (const block of blocks) {
      const kind = kindOf(block)
      const name = fileNameOf(block, kind)
      const file = join(this.path, folder, name)
      if (files.some((other) => other.file === file)) throw new Error(`${block.page}:${block.line}: the page has a file ${name} already`)
      if (writtenKinds.has(kind)) await this.#write(join(folder, name), textOf(block, kind))
      files.push({ block, kind, file })
    }
    return files
  }

  async #write(name: string, text: string, mode = 0o644): Promise<void> {
    const path = join(this.path, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { mode })
  }
}

const writtenKinds: ReadonlySet<BlockKind> = new Set(['file', 'config', 'script', 'test'])

/** Replaces the addresses of a text by ones that respond. */
export function redirect(text: string, { port, ownPort }: Addresses): string {
  const own = text.includes('server.js') ? ownPort : port
  // The second of several servers is the same server under another name.
  return (
    text
      .replaceAll(/\blocalhost:(?:3000|8000)\b/g, `localhost:${own}`)
      .replaceAll(/\blocalhost:3001\b/g, `127.0.0.1:${own}`)
      // The address of a Redis that a page starts.
      .replaceAll(/\b6390\b/g, String(ownPort))
  )
}

/** The files that every page may assume, as in a tested project. */
function granted(port: number): Readonly<Record<string, string>> {
  const config = (path: string): string =>
    `export default {\n  target: 'http://localhost:3000',\n  scenarios: { reads: { request: { path: '${path}' }, workload: { rate: '50/s', duration: '500ms' } } },\n}\n`
  return {
    'server.js': `import { openDemoServer } from '${demoServer}'\n\nconst { close } = await openDemoServer(${port})\nprocess.once('SIGTERM', () => void close())\n`,
    'benchpress.config.ts': config('/items'),
    'load/reads.config.ts': config('/items?page=1'),
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  }
}

function nameOf(page: string): string {
  return page.replaceAll(/[^\w]+/g, '-')
}
