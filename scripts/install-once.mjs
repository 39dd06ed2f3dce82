// Runs on whatever Node.js the machine has, so it keeps to what Node.js 18 reads.
import { existsSync, mkdirSync, readFileSync, rmSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pnpm } from './pnpm.mjs'
import { runAttached } from './run-attached.mjs'

const workspace = fileURLToPath(new URL('..', import.meta.url))
// Without a network, npm's own patience would keep the reader waiting for more than a minute.
const npxFlags = ['--yes', '--loglevel=error', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=2000']
const lockFile = join(workspace, '.benchpress', 'install.lock')

/**
 * Installs the dependencies unless they are there and match the lockfile. One process installs, the others wait for it.
 *
 * Says what it does on stderr; an installation that fails is explained there and ends the process.
 *
 * @returns {Promise<void>}
 */
export async function installOnce() {
  if (isInstalled()) return
  await takeLock()
  try {
    if (!isInstalled()) await install()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

// pnpm keeps a copy of the lockfile it has installed, written when it is done.
function isInstalled() {
  const installed = join(workspace, 'node_modules', '.pnpm', 'lock.yaml')
  if (!existsSync(installed) || !existsSync(join(workspace, 'node_modules', '.modules.yaml'))) return false
  return readFileSync(installed).equals(readFileSync(join(workspace, 'pnpm-lock.yaml')))
}

async function install() {
  process.stderr.write('benchpress: installing dependencies (once; again when the lockfile changes)\n')
  const { code, signal } = await runAttached('npx', [...npxFlags, pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: workspace,
    stdio: ['ignore', 2, 2],
    // CI: pnpm must not ask whether it may replace what an older installation left.
    env: { ...process.env, CI: 'true', npm_config_update_notifier: 'false' },
  })
  if (code === 0 && isInstalled()) return
  rmSync(lockFile, { force: true })
  if (signal !== null) process.exit(128 + (signal === 'SIGINT' ? 2 : 15))
  const end = code === 0 ? 'left node_modules incomplete' : `ended with code ${code}`
  process.stderr.write(
    `benchpress: cannot run, because installing its dependencies failed: "npx ${pnpm} install --frozen-lockfile" ${end}.\n` +
      'It needs the package registry the first time: check the network or the proxy settings, then run the same command again.\n',
  )
  process.exit(1)
}

async function takeLock() {
  mkdirSync(dirname(lockFile), { recursive: true })
  let told = false
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = readHolder()
    if (holder === undefined) continue
    if (isAbandoned(holder)) {
      discard(holder)
      continue
    }
    if (!told) process.stderr.write(`benchpress: waiting for the installation that process ${holder} runs\n`)
    told = true
    await delay(200)
  }
}

function readHolder() {
  try {
    return readFileSync(lockFile, 'utf8')
  } catch {
    return undefined
  }
}

/** @param {string} holder */
function isAbandoned(holder) {
  // Between creating the file and writing the number into it, its owner may be preempted, but not for long.
  if (holder === '') return Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 5000
  try {
    process.kill(Number(holder), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

// Only one of several that find the lock abandoned can move it away; one that comes late moves a new owner's lock, and puts it back.
/** @param {string} holder */
function discard(holder) {
  const away = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, away)
    if (readFileSync(away, 'utf8') === holder) rmSync(away)
    else renameSync(away, lockFile)
  } catch {
    // Somebody else was faster: the next attempt sees what is there now.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
