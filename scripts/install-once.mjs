// Any Node.js of the machine may run this file, so it keeps to the syntax of Node.js 18.
import { existsSync, mkdirSync, readFileSync, rmSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pnpm } from './pnpm.mjs'
import { runAttached } from './run-attached.mjs'

const workspace = fileURLToPath(new URL('..', import.meta.url))
// Without a network, npm would retry for more than a minute.
const npxFlags = ['--yes', '--loglevel=error', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=2000']
const lockFile = join(workspace, '.benchpress', 'install.lock')

/**
 * Installs the dependencies unless they are there and match the lockfile. One process installs, the others wait for it.
 *
 * Progress is printed on stderr; a failed installation is explained there and ends the process.
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

// pnpm writes a copy of the installed lockfile when it is done.
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
    // With CI set, pnpm replaces an older installation without asking.
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

// Only one of several processes that find the lock abandoned can move it away; a late one moves the lock of a new owner, and puts it back.
/** @param {string} holder */
function discard(holder) {
  const away = `${lockFile}.${process.pid}`
  try {
    renameSync(lockFile, away)
    if (readFileSync(away, 'utf8') === holder) rmSync(away)
    else renameSync(away, lockFile)
  } catch {
    // Another process was faster, and the next attempt sees its lock.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
