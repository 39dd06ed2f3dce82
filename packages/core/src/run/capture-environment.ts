import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, freemem, loadavg, release, totalmem, type } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { memoryLimit, usableCpus } from '../target/cgroup.ts'
import type { Environment } from '../result/shape/result.ts'

const gitTimeout = 2000
const execute = promisify(execFile)

/** Captures with what, and on what machine, a suite is about to run. Takes at most two seconds, mostly for git. */
export async function captureEnvironment(directory: string = process.cwd()): Promise<Environment> {
  const startedAt = new Date().toISOString()
  const [minute = 0, fiveMinutes = 0, quarter = 0] = loadavg()
  const processors = cpus()
  return {
    benchpress: readVersion(import.meta.filename, '@benchpress/core'),
    node: process.version,
    autocannon: readVersion(createRequire(import.meta.url).resolve('autocannon'), 'autocannon'),
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: { model: processors[0]?.model.trim() ?? 'unknown', count: processors.length, usable: usableCpus() },
    memory: { total: totalmem(), free: freemem(), limit: memoryLimit() },
    loadAverage: [minute, fiveMinutes, quarter],
    container: isContainer(),
    git: await readGit(directory),
    startedAt,
  }
}

/** The version of the package that a file belongs to. */
function readVersion(file: string, name: string): string {
  for (let directory = dirname(file); directory !== dirname(directory); directory = dirname(directory)) {
    const manifest = readManifest(join(directory, 'package.json'))
    if (manifest?.name === name) return manifest.version
  }
  return 'unknown'
}

function readManifest(file: string): { name: string; version: string } | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest && 'version' in manifest)) return undefined
    return { name: String(manifest.name), version: String(manifest.version) }
  } catch {
    return undefined
  }
}

function isContainer(): boolean {
  // Left by Docker, by Podman, by Kubernetes, by systemd-nspawn and LXC; the control group tells of the rest.
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true
  if (process.env['KUBERNETES_SERVICE_HOST'] !== undefined || process.env['container'] !== undefined) return true
  try {
    return /docker|containerd|kubepods|libpod|lxc/.test(readFileSync('/proc/1/cgroup', 'utf8'))
  } catch {
    return false
  }
}

async function readGit(cwd: string): Promise<Environment['git']> {
  // Node's own execFile: loading a library for it would cost every run its memory.
  const described = await execute('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
    cwd,
    // Asking must not take the index lock of a repository that is in use.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    timeout: gitTimeout,
  }).catch(() => undefined)
  const [, commit, dirty] = /^([0-9a-f]{40,64})(-dirty)?$/.exec(described?.stdout.trim() ?? '') ?? []
  return commit === undefined ? null : { commit, dirty: dirty !== undefined }
}
