import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The binary of Deno that the npm package `deno` brings along, not the script around it: what is stopped and sampled is Deno itself.
 *
 * @param from URL of the module whose packages are looked at; by default this one's
 * @throws Error that says what to install, when there is none
 */
export function denoBinary(from: string = import.meta.url): string {
  const distribution = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  // The package depends on one distribution a platform, which only it can see.
  const home = folderOf(distribution, folderOf('deno', from))
  const file = home === undefined ? undefined : join(dirname(home), process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (file !== undefined && existsSync(file)) return file
  throw new Error(`the variant on Deno needs the package deno with ${distribution}, which is not installed: run npm i -D deno`)
}

function folderOf(name: string, from: string | undefined): string | undefined {
  if (from === undefined) return undefined
  try {
    return createRequire(from).resolve(`${name}/package.json`)
  } catch {
    return undefined
  }
}
