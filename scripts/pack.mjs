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
 * Builds the published packages anew.
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
  const tarballs = []
  for (const path of published) {
    const tarball = join(folder, `${path.replace('/', '-')}.tgz`)
    await runCaptured('npx', ['--yes', '--loglevel=error', pnpm, '--dir', path, 'pack', '--out', tarball])
    tarballs.push(tarball)
  }
  return tarballs
}
