import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBlocks, type Block } from './read-blocks.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))

/** Reads the blocks of each page of the documentation that has any, by the path in the repository. */
export async function readPages(): Promise<ReadonlyMap<string, readonly Block[]>> {
  const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  for (const name of await readdir(join(workspace, 'docs'), { recursive: true })) if (name.endsWith('.md')) names.push(join('docs', name))
  for (const parent of ['examples', 'packages']) {
    for (const name of await readdir(join(workspace, parent))) names.push(join(parent, name, 'README.md'))
  }
  const pages = new Map<string, readonly Block[]>()
  for (const name of names.filter((page) => existsSync(join(workspace, page))).toSorted()) {
    const blocks = readBlocks(name, await readFile(join(workspace, name), 'utf8'))
    if (blocks.length > 0) pages.set(name, blocks)
  }
  return pages
}
