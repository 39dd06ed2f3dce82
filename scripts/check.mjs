// Runs all checks of the repository that do not run its code, and then names those that failed.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand } from './find-command.mjs'
import { build, pack } from './pack.mjs'
import { runCaptured } from './run-captured.mjs'

/** @type {string[]} */
const failed = []
/** @type {string[]} */
let tarballs = []
const { TESTS_PACKED: kept = '' } = process.env
// A folder for the test of packed packages.
const isKept = kept.includes('/')
const folder = isKept ? kept : await mkdtemp(join(tmpdir(), 'benchpress-check-'))
await mkdir(folder, { recursive: true })

try {
  await step('format', () => tool('oxfmt', '--check'))
  await step('lint', () => tool('oxlint'))
  await step('types', () => run(findCommand('typescript', 'tsc'), '-p', 'tsconfig.json'))
  await step('knip', () => tool('knip'))
  await step('build', build)
  await step('pack', async () => {
    tarballs = await pack(folder)
  })
  await step('publint', () => onEach((tarball) => tool('publint', 'run', '--strict', tarball)))
  await step('attw', () => onEach((tarball) => run(findCommand('@arethetypeswrong/cli', 'attw'), '--profile', 'esm-only', tarball)))
} finally {
  if (!isKept) await rm(folder, { recursive: true })
}

if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function step(name, work) {
  const start = performance.now()
  /** @type {unknown} */
  let problem
  try {
    await work()
  } catch (error) {
    problem = error
    failed.push(name)
  }
  console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (problem !== undefined) console.log(problem instanceof Error ? problem.message : problem)
}

/** @param {(tarball: string) => Promise<unknown>} work */
async function onEach(work) {
  if (tarballs.length === 0) throw new Error('nothing was packed')
  // Three tarballs at a time.
  const left = [...tarballs]
  const workOn = async () => {
    for (let tarball = left.shift(); tarball !== undefined; tarball = left.shift()) await work(tarball)
  }
  await Promise.all([workOn(), workOn(), workOn()])
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function tool(name, ...args) {
  return run(findCommand(name), ...args)
}

/** @param {string[]} args */
function run(...args) {
  return runCaptured(process.execPath, args)
}
