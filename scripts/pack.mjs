import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCommand } from './find-command.mjs'
import { pnpm } from './pnpm.mjs'
import { runCaptured } from './run-captured.mjs'

/** The folders of the packages that are published. */
const published = [
  'packages/core',
  'packages/report',
  'packages/plugin-options',
  'packages/plugin-socketio',
  'packages/plugin-sse',
  'packages/presets',
  'packages/machines',
  'packages/cli',
  'examples/bridge',
  'examples/deserve',
  'examples/nestjs',
  'examples/hypha',
  'examples/toska',
  'examples/plugin-resp',
  'examples/preset-shop',
]

/**
 * Builds the published packages from scratch.
 *
 * @returns {Promise<void>}
 */
export async function build() {
  const dist = published.map((folder) => fileURLToPath(new URL(`../${folder}/dist`, import.meta.url)))
  await Promise.all(dist.map((folder) => rm(folder, { recursive: true, force: true })))
  await runCaptured(process.execPath, [findCommand('typescript', 'tsc'), '-b', 'tsconfig.build.json'])
}

/**
 * Packs the published packages, which must have been built, as they would be published.
 *
 * @param {string} folder where to put them
 * @returns {Promise<string[]>} the paths of the tarballs
 */
export async function pack(folder) {
  // All with one start of npx, which takes longer than packing a package.
  const commands = published.map((path) => `pnpm --dir ${path} pack --out '${tarballOf(path, folder)}'`)
  await runCaptured('npx', ['--yes', '--loglevel=error', '--package', pnpm, '--call', commands.join(' && ')])
  return published.map((path) => tarballOf(path, folder))
}

/**
 * Finds the tarballs that were packed into a folder before; undefined where some are missing.
 *
 * @param {string | undefined} folder
 * @returns {string[] | undefined}
 */
export function packedIn(folder) {
  const tarballs = published.map((path) => tarballOf(path, folder ?? ''))
  return folder !== undefined && tarballs.every((tarball) => existsSync(tarball)) ? tarballs : undefined
}

/**
 * @param {string} path
 * @param {string} folder
 */
function tarballOf(path, folder) {
  return join(folder, `${path.replace('/', '-')}.tgz`)
}
