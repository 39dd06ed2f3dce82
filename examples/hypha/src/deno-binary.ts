import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Finds the binary of the npm package `deno` rather than the script around it, so that Deno itself is stopped and sampled.
 *
 * @param from URL of the module to resolve the package from; by default this one
 * @throws Error with what to install, when Deno is not installed
 */
export function denoBinary(from: string = import.meta.url): string {
  const distribution = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  // The package depends on a distribution for each platform, which only the package can resolve.
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
